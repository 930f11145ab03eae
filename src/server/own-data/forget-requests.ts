import { sql } from 'kysely';
import type { Ctx } from '../ctx.ts';

/**
 * Deletes the stored answers to a person's requests, and the letters and text messages that wait for one of these
 * addresses or numbers, or for them.
 */
export async function forgetRequests(
  { db }: Pick<Ctx, 'db'>,
  userId: string,
  addresses: readonly string[],
): Promise<void> {
  await db.deleteFrom('idempotencyKeys').where('personId', '=', userId).execute();
  await sql`delete from mail_outbox
    where address = any(${[...addresses]}::text[]) or detail ->> 'userId' = ${userId}`.execute(db);
  await sql`delete from sms_outbox
    where number = any(${[...addresses]}::text[]) or detail ->> 'userId' = ${userId}`.execute(db);
}
