import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes notices after so many days, read or not, and what was sent of them. Ids grow with time, so the oldest stand
 * first in the index of the primary key. An index of instants would cost each notice a write.
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

/** The lowest UUIDv7 of an instant, which begins with its milliseconds. */
function lowestIdAt(instant: Date): string {
  const milliseconds = instant.getTime().toString(16).padStart(12, '0');
  return `${milliseconds.slice(0, 8)}-${milliseconds.slice(8)}-7000-8000-000000000000`;
}
