import { sql } from 'kysely';

/** A payment whose refund is wanted and not made yet. */
export const isRefunding = sql<boolean>`payments.status = 'completed' and payments.refund_wanted_at is not null`;

/** A payment whose money an administrator has to give back: the same as `isOwedBack` of `rules.ts`. */
export const isOwedBackInSql = sql<boolean>`(payments.refund_failed_at is not null or payments.give_back_by_hand)
  and payments.status = 'refunded' and payments.given_back_at is null`;
