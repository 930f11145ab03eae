import { sql } from 'kysely';
import type { Chore } from './start-jobs.ts';

/** So many rows are deleted within the time limit of a statement on any machine, and their locks are held briefly. */
const portion = 10_000;

const expired = [
  sql`delete from events where ctid = any(array(
    select ctid from events where created_at < now() - interval '1 day' limit ${portion}))`,
  sql`delete from idempotency_keys where ctid = any(array(
    select ctid from idempotency_keys where created_at < now() - interval '1 day' limit ${portion}))`,
  sql`delete from rate_limits where ctid = any(array(
    select ctid from rate_limits where last_at < now() - interval '1 day' limit ${portion}))`,
];

/** Deletes the server's own rows that have done their work: told events, answered keys, old rate limits. */
export const sweep: Chore = {
  name: 'sweep',
  everyMinutes: 60,
  async run({ db }) {
    for (const deletePortion of expired) {
      let deleted = portion;
      while (deleted === portion) deleted = Number((await deletePortion.execute(db)).numAffectedRows);
    }
  },
};
