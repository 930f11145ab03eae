import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes acts of the audit log after so many days, at least the year that the database insists on. Those about coins
 * and money stay for good, as the books do.
 */
export function forgetActs(days: number): Chore {
  return forgetChore(
    'forget-acts',
    days,
    (before, portion) => sql`delete from audit_log where ctid = any(array(
          select ctid from audit_log where created_at < ${before} and not is_money_act(act)
          order by created_at limit ${portion}))`,
  );
}
