import { sql } from 'kysely';
import { forgetChore } from '#server/jobs/delete-in-portions.ts';

/**
 * How many days the server knows a webhook event again. Stripe repeats one for three days by itself, and for thirty
 * where an operator asks for it. One that comes later changes nothing either: the server acts on the state at the
 * provider.
 */
const keptDays = 90;

/** Deletes the ids of webhook events that the provider repeats no more. */
export const forgetProviderEvents = forgetChore(
  'forget-provider-events',
  keptDays,
  (before, portion) => sql`delete from provider_events where ctid = any(array(
    select ctid from provider_events where received_at < ${before} limit ${portion}))`,
);
