import { sql } from 'kysely';
import { daysBefore, deleteInPortions } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes reports so many days after they were settled; the audit log keeps what was decided. */
export function forgetReports(days: number): Chore {
  return {
    name: 'forget-reports',
    everyMinutes: 24 * 60,
    run: (ctx) =>
      deleteInPortions(
        ctx,
        (portion) => sql`delete from reports where ctid = any(array(
          select ctid from reports where settled_at < ${daysBefore(ctx.now, days)} limit ${portion}))`,
      ),
  };
}
