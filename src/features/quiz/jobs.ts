import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Leads hold people's names and addresses: after a year nobody will write to them, and they go. */
export const forgetLeads: Chore = {
  name: 'forget-leads',
  cron: '41 4 * * *',
  run: (db) => sql`delete from quiz_leads where created_at < now() - interval '1 year'`.execute(db),
};
