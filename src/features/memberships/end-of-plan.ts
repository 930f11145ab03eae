import { type RawBuilder, sql } from 'kysely';

/** When the plan of a person ends, as a column; null where it has no end, or a subscription renews it. */
export const endOfPlan = (userId: RawBuilder<string>) =>
  sql<Date | null>`(select ends_at from user_memberships
    where user_id = ${userId} and tier <> 'free' and (subscription_ref is null or cancelled_at is not null))`;
