import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * Deletes what a person was told under a key, read or not, in the transaction that makes it untrue; what waited to be
 * sent of it is not sent. Returns whether they may know it already, from the bell, a letter or a device, so that the
 * caller sends a correction. Under the same key they can be told again.
 */
export async function takeBackNotice(
  ctx: Ctx,
  { from, once }: { from: string; once: string },
): Promise<boolean> {
  const { rows } = await sql<{ reached: boolean }>`
    select read_at is not null or exists (
      select from notice_deliveries where notice_id = notifications.id and (outcome = 'sent' or reached <> '{}')
    ) as reached
    from notifications where user_id = ${from} and once = ${once}`.execute(ctx.db);
  await sql`select take_back_notices(array[${once}::text], array[${from}::uuid])`.execute(ctx.db);
  return rows[0]?.reached ?? false;
}
