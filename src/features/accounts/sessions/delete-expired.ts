import { sql } from 'kysely';
import { daysBefore, deleteInPortions } from '#server/jobs/delete-in-portions.ts';
import type { Chore } from '#server/jobs/start-jobs.ts';

/**
 * Deletes what has expired: links (kept a week longer, so that a late visitor is told why), second factor codes,
 * challenges of passkeys, keys that signed tokens, verifications, sessions that were not used, and those that began
 * `sessionDays` ago.
 */
export function deleteExpired(sessionDays: number): Chore {
  return {
    name: 'delete-expired',
    everyMinutes: 60,
    async run(ctx) {
      const { db, now } = ctx;
      await sql`delete from account_links where expires_at < ${daysBefore(now, 7)}`.execute(db);
      await sql`delete from used_codes where used_at < ${daysBefore(now, 1)}`.execute(db);
      await sql`delete from passkey_challenges where expires_at < ${now}`.execute(db);
      await sql`delete from signing_keys where expires_at < ${daysBefore(now, 2)}`.execute(db);
      await sql`delete from verifications where expires_at < ${now}`.execute(db);
      await deleteInPortions(
        ctx,
        (portion) => sql`delete from sessions where ctid = any(array(
          select ctid from sessions where expires_at < ${now} or created_at < ${daysBefore(now, sessionDays)}
          limit ${portion}))`,
      );
    },
  };
}
