import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Longer than any code of an app is good for. */
const minutes = 10;

/**
 * Takes a code of the second factor for this one attempt, and answers whether it was still to be had: of two who
 * come with the same code at once, one gets it. Also a wrong code is taken; nobody misses it. Whoever has no second
 * factor leaves no trace.
 */
export async function useCode(db: Db, userId: string, code: string): Promise<boolean> {
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
  const [found] = rows;
  return !found?.has || found.taken;
}
