import { sql } from 'kysely';
import { deleteInPortions } from './delete-in-portions.ts';
import type { Chore } from './start-jobs.ts';

/**
 * Deletes the server's own rows that have done their work: told events, answered keys, old counts of what is limited.
 */
export const forgetDoneWork: Chore = {
  name: 'forget-done-work',
  everyMinutes: 60,
  async run(ctx) {
    await deleteInPortions(
      ctx,
      (portion) => sql`delete from events where ctid = any(array(
        select ctid from events where created_at < now() - interval '1 day' limit ${portion}))`,
    );
    await deleteInPortions(
      ctx,
      (portion) => sql`delete from idempotency_keys where ctid = any(array(
        select ctid from idempotency_keys where created_at < now() - interval '1 day' limit ${portion}))`,
    );
    await deleteInPortions(
      ctx,
      (portion) => sql`delete from rate_limits where ctid = any(array(
        select ctid from rate_limits where last_at < now() - interval '1 day' limit ${portion}))`,
    );
    await sql`delete from sms_days where day < current_date - 31`.execute(ctx.db);
  },
};
