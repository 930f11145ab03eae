import type { DueWork } from '#server/jobs/due-work.ts';
import { dayMs, minuteMs } from '#shared/time/durations.ts';

/** Calls to providers, made outside of transactions and concurrently, so that one that hangs does not block others. */
const workOf = (kind: string): DueWork => ({
  kind,
  backOff: { firstMs: 2 * minuteMs, longestMs: 30 * minuteMs },
  concurrency: 10,
});

/** Reads a pending payment, and closes its checkout when its time is over. By the payment's id. */
export const settleWork = workOf('settle-payment');

/** Refunds a payment. By the payment's id. */
export const refundWork = workOf('refund-payment');

/** Reads once whether the money of a payment that was just completed is on its way back. By the payment's id. */
export const returnWork = workOf('read-return');

/** What an administrator has to look at is read every few hours, to end once they have. */
const watchOf = (kind: string): DueWork => ({
  ...workOf(kind),
  backOff: { firstMs: dayMs / 8, longestMs: dayMs / 4 },
});

/** A bank asks for a payment back. By the payment's id. */
export const disputeWork = watchOf('answer-dispute');

/** A refund failed after it was made. By the payment's id. */
export const failedRefundWork = watchOf('failed-refund');

/** Money was given back in place of a refund that failed: its refund must not hold after all. By the payment's id. */
export const givenBackWork = watchOf('given-back');

/** Tells the provider about a requested change of a subscription. By the subscription's ref. */
export const changeWork = workOf('change-subscription');

/** Reads a subscription whose month is over. By the subscription's ref. */
export const renewalWork = workOf('read-subscription');
