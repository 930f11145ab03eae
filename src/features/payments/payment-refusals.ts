import type { RefusalKind } from '#shared/refusal.ts';

export const paymentRefusals = {
  closed: { code: 'payments/closed', status: 409 },
  away: { code: 'payments/away', status: 503 },
  /** An administrator's act has to ask the provider first. */
  providerAway: { code: 'payments/provider-away', status: 503 },
  badSignature: { code: 'payments/bad-signature', status: 400 },
  notRefundable: { code: 'payments/not-refundable', status: 409 },
  /** No refund of it failed, or not often enough, or the refund holds after all. */
  refundHolds: { code: 'payments/refund-holds', status: 409 },
  /** A payment that was made by hand: who asked for its refund before gives the money, or it stands as owed back. */
  refundedBefore: { code: 'payments/refunded-before', status: 409 },
  /** Its rest was taken off the price of a higher plan, whose month runs. */
  restCredited: { code: 'payments/rest-credited', status: 409 },
  givenBackBefore: { code: 'payments/given-back-before', status: 409 },
  notPending: { code: 'payments/not-pending', status: 409 },
  noVoucher: { code: 'payments/no-voucher', status: 409 },
  /** Refuses a payment by hand where no reason of `byHandRefusals` says more. */
  cannotBeGiven: { code: 'payments/cannot-be-given', status: 409 },
  noSuchPerson: { code: 'payments/no-such-person', status: 404 },
  /** `detail.most` says how many checkouts of seats a student may have open at once. */
  tooManyOpen: { code: 'payments/too-many-open', status: 409 },
  notYetPaid: { code: 'payments/not-yet-paid', status: 400 },
  /** `detail.least` says the least that a card can be charged, in whole units of `detail.currency`. */
  belowLeast: { code: 'payments/below-least', status: 400 },
} as const satisfies Record<string, RefusalKind>;

/** Why a payment that an administrator records gives nothing. */
export const byHandRefusals = {
  hasSubscription: { code: 'payments/has-subscription', status: 409 },
  hasHigherPlan: { code: 'payments/has-higher-plan', status: 409 },
  planWithoutEnd: { code: 'payments/plan-without-end', status: 409 },
  classFull: { code: 'payments/class-full', status: 409 },
  holdsUnpaidSeat: { code: 'payments/holds-unpaid-seat', status: 409 },
  hasPaidSeat: { code: 'payments/has-paid-seat', status: 409 },
} as const satisfies Record<string, RefusalKind>;
