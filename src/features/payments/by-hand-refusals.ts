import type { RefusalKind } from '#shared/refusal.ts';

/** Why a payment that an administrator records gives nothing. */
export const byHandRefusals = {
  hasSubscription: { code: 'payments/has-subscription', status: 409 },
  hasHigherPlan: { code: 'payments/has-higher-plan', status: 409 },
  planWithoutEnd: { code: 'payments/plan-without-end', status: 409 },
  classFull: { code: 'payments/class-full', status: 409 },
  holdsUnpaidSeat: { code: 'payments/holds-unpaid-seat', status: 409 },
  hasPaidSeat: { code: 'payments/has-paid-seat', status: 409 },
} as const satisfies Record<string, RefusalKind>;
