import { sql } from 'kysely';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes what has expired: links (kept a week longer, so that a late visitor is told why), second factor codes,
 * challenges of passkeys, sessions and verifications.
 */
export const deleteExpired: Chore = {
  name: 'delete-expired',
  everyMinutes: 60,
  async run({ db }) {
    await sql`delete from account_links where expires_at < clock_timestamp() - interval '7 days'`.execute(db);
    await sql`delete from used_codes where used_at < clock_timestamp() - interval '1 day'`.execute(db);
    await sql`delete from passkey_challenges where expires_at < now()`.execute(db);
    await sql`delete from sessions where expires_at < now()`.execute(db);
    await sql`delete from verifications where expires_at < now()`.execute(db);
  },
};
