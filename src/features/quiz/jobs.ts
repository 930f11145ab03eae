import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes leads after a year: they hold names and e-mail addresses, which are kept no longer than they are useful. */
export const forgetLeads: Chore = {
  name: 'forget-leads',
  everyMinutes: 24 * 60,
  run: ({ db }) => sql`delete from quiz_leads where created_at < now() - interval '1 year'`.execute(db),
};
