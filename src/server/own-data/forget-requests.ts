import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';

/**
 * Deletes the stored answers to a person's requests, and the letters and text messages that wait for them: those of
 * their account, and those of no account to one of the addresses or numbers that they proved. Another account's stay.
 */
export async function forgetRequests(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  proved: readonly string[],
): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('personId', '=', userId).execute();
  await sql`delete from mail_outbox
    where detail ->> 'userId' = ${userId} or (address = any(${[...proved]}::text[]) and not detail ? 'userId')`.execute(
    db,
  );
  await sql`delete from sms_outbox
    where detail ->> 'userId' = ${userId} or (number = any(${[...proved]}::text[]) and not detail ? 'userId')`.execute(
    db,
  );
}
