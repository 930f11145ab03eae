import { sql } from 'kysely';

/**
 * Whether a row of `reports` waits for an administrator: it is open, and its reporter is not banned. When a ban ends,
 * the person's open reports wait again.
 */
export const isWaiting = sql<boolean>`status = 'open'
  and not exists (select from users where users.id = reporter_id and users.banned_at is not null)`;
