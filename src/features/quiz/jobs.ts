import { sql } from 'kysely';
import { daysBefore, deleteInPortions } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes leads after so many days: they hold names and e-mail addresses, which are kept no longer than they are
 * useful.
 */
export function forgetLeads(days: number): Chore {
  return {
    name: 'forget-leads',
    everyMinutes: 24 * 60,
    run: (ctx) =>
      deleteInPortions(
        ctx,
        (portion) => sql`delete from quiz_leads where ctid = any(array(
          select ctid from quiz_leads where created_at < ${daysBefore(ctx.now, days)} limit ${portion}))`,
      ),
  };
}
