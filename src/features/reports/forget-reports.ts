import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes reports so many days after they were settled; the audit log keeps what was decided. */
export function forgetReports(days: number): Chore {
  return forgetChore(
    'forget-reports',
    days,
    (before, portion) => sql`delete from reports where ctid = any(array(
          select ctid from reports where settled_at < ${before} limit ${portion}))`,
  );
}
