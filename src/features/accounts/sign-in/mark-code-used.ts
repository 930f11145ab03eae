import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';

/** For how long a code stays marked: longer than any code of an app is valid. */
const minutes = 10;

/**
 * Marks a code of the second factor as used by this attempt, and answers whether it was unused: of two requests with
 * the same code at once, one succeeds. Wrong codes are marked too, which does no harm. Nothing is stored for a person
 * without a second factor.
 */
export async function markCodeUsed(db: Db, userId: string, code: string): Promise<boolean> {
  const hashed = createHash('sha256').update(code).digest('base64url');
  const { rows } = await sql<{ has: boolean; taken: boolean }>`
    with taken as (
      insert into used_codes as known (user_id, code)
      select user_id, ${hashed} from two_factors where user_id = ${userId}
      on conflict (user_id, code) do update set used_at = clock_timestamp()
        where known.used_at < clock_timestamp() - make_interval(mins => ${minutes})
      returning 1)
    select exists(select from two_factors where user_id = ${userId}) as has, exists(select from taken) as taken`.execute(
    db,
  );
  const { has, taken } = onlyRow(rows);
  return !has || taken;
}
