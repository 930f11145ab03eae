import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/** Links that nobody can follow any more, kept a week to say so kindly; codes that have long run out. */
export const forgetLinks: Chore = {
  name: 'forget-links',
  cron: '27 * * * *',
  async run(db) {
    await sql`delete from account_links where expires_at < clock_timestamp() - interval '7 days'`.execute(db);
    await sql`delete from used_codes where used_at < clock_timestamp() - interval '1 day'`.execute(db);
  },
};
