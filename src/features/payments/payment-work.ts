import type { DueWork } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';

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

/** Tells the provider about a requested change of a subscription. By the subscription's ref. */
export const changeWork = workOf('change-subscription');

/** Reads a subscription whose month is over. By the subscription's ref. */
export const renewalWork = workOf('read-subscription');
