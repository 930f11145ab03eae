import { sql } from 'kysely';

/** Whether any browser takes push messages for a person, in a query of `users`. */
export const hasDeviceColumn = sql<boolean>`exists (select from push_subscriptions
  where push_subscriptions.user_id = users.id)`;
