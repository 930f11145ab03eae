import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes settled reports after half a year; the audit log keeps what was decided. */
export const forgetReports: Chore = {
  name: 'forget-reports',
  everyMinutes: 24 * 60,
  run: ({ db }) => sql`delete from reports where settled_at < now() - interval '180 days'`.execute(db),
};
