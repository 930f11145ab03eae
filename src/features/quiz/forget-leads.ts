import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes leads after so many days: they hold names and e-mail addresses, which are kept no longer than they are
 * useful.
 */
export function forgetLeads(days: number): Chore {
  return forgetChore(
    'forget-leads',
    days,
    (before, portion) => sql`delete from quiz_leads where ctid = any(array(
          select ctid from quiz_leads where created_at < ${before} limit ${portion}))`,
  );
}
