import type { DueWork } from '#server/jobs/due-work.ts';

const minute = 60_000;

/** What providers are asked for outside of transactions, many at once: one that hangs must not block the others. */
const workOf = (kind: string): DueWork => ({
  kind,
  backOff: { firstMs: 2 * minute, longestMs: 30 * minute },
  concurrency: 10,
});

/** Reading how a pending payment stands, and closing its checkout when its time is over. By the payment's id. */
export const settleWork = workOf('settle-payment');

/** Giving a payment back. By the payment's id. */
export const refundWork = workOf('refund-payment');

/** Telling what is to become of a subscription. By the subscription's ref. */
export const changeWork = workOf('change-subscription');

/** Reading a subscription whose month is over. By the subscription's ref. */
export const renewalWork = workOf('read-subscription');
