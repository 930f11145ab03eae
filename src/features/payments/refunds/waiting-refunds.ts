import { sql } from 'kysely';
import { isFailing } from '#server/jobs/find-stuck.ts';
import { refundWork } from '../payment-work.ts';

/** A payment whose refund is wanted and not made yet. */
export const isRefunding = sql<boolean>`payments.status = 'completed' and payments.refund_wanted_at is not null`;

/** A payment whose refund failed so often that it may never be made, as where the provider forgot the payment. */
export const isRefundStuck = sql<boolean>`(${isRefunding} and exists (select from due_work
  where kind = ${refundWork.kind} and subject = payments.id::text and ${isFailing}))`;

/** A payment whose money an administrator has to give back: the same as `isOwedBack` of `rules.ts`. */
export const isOwedBackInSql = sql<boolean>`(payments.refund_failed_at is not null or payments.give_back_by_hand)
  and payments.status = 'refunded' and payments.given_back_at is null`;
