import { sql } from 'kysely';
import { lowestIdAt } from '#server/db/lowest-id-at.ts';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes notices after so many days, read or not, and what was sent of them. Ids grow with time, so the oldest stand
 * first in the index of the primary key.
 */
export function forgetNotices(days: number): Chore {
  return forgetChore(
    'forget-notices',
    days,
    (before, portion) => sql`delete from notifications where ctid = any(array(
          select ctid from notifications where id < ${lowestIdAt(before)} and created_at < ${before}
          order by id limit ${portion}))`,
  );
}
