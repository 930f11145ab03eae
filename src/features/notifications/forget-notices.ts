import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes notices after so many days, read or not, and what was sent of them. */
export function forgetNotices(days: number): Chore {
  return forgetChore(
    'forget-notices',
    days,
    (before, portion) => sql`delete from notifications where ctid = any(array(
          select ctid from notifications where created_at < ${before} limit ${portion}))`,
  );
}
