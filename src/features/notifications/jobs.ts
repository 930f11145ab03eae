import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Deletes notices after ninety days, read or not. */
export const forgetNotices: Chore = {
  name: 'forget-notices',
  everyMinutes: 24 * 60,
  run: ({ db }) => sql`delete from notifications where created_at < now() - interval '90 days'`.execute(db),
};
