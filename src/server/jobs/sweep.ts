import { sql } from 'kysely';
import type { Chore } from './start-jobs.ts';

/** Deletes the server's own rows that have done their work: told events, answered keys, old rate limits. */
export const sweep: Chore = {
  name: 'sweep',
  everyMinutes: 60,
  async run({ db }) {
    await sql`delete from events where created_at < now() - interval '1 day'`.execute(db);
    await sql`delete from idempotency_keys where created_at < now() - interval '1 day'`.execute(db);
    await sql`delete from rate_limits where last_at < now() - interval '1 day'`.execute(db);
  },
};
