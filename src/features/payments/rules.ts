import type { RefusalKind } from '#shared/refusal.ts';
import { dayMs, minuteMs } from '#shared/time/durations.ts';
import {
  type EarningsMonth,
  type Method,
  paymentRefusals,
  type Status,
  teacherSharePercent,
} from './contract.ts';

/** How long a checkout stays open and holds a seat, in minutes. */
export const checkoutMinutes = 30;

/**
 * How many seats of single classes a student may hold with checkouts at the same time; a voucher that waits to be paid
 * is one for as long as it holds its seat. Without a limit one account could hold a seat in every class.
 */
export const mostOpenSeats = 3;

/** A voucher lives to the end of the second day after it is made. */
export const voucherDays = 2;

/** How much later the provider may report that the shop took the money. */
const shopTakesDays = 1;

/** The teacher's share of a seat's price, in cents, rounded down; the platform keeps the rest. */
export function teacherShareOf(amountCents: number): number {
  return Math.floor((amountCents * teacherSharePercent) / 100);
}

/** What a month of a statement adds to what a teacher earned. */
export function earnedIn(
  month: Pick<EarningsMonth, 'shareCents' | 'refundedCents' | 'handedOverCents' | 'takenOverCents'>,
): number {
  return month.shareCents - month.refundedCents - month.handedOverCents + month.takenOverCents;
}

/**
 * What is owed to a teacher, by whether they have given the classes: a payout counts for those first. A payout
 * proposes the first part. Paying the other ahead is refused to no administrator, because a seat earns its share when
 * it is paid.
 */
export function splitOwed({ owedCents, comingCents }: { owedCents: number; comingCents: number }): {
  given: number;
  coming: number;
} {
  const coming = Math.max(0, Math.min(comingCents, owedCents));
  return { given: owedCents - coming, coming };
}

/** Whether a voucher can be paid and reported before the class starts. */
export function voucherFits(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > (voucherDays + 1 + shopTakesDays) * dayMs;
}

/** Until when a seat is held for a voucher that can be paid until `voucherEnds`. */
export function voucherKeptUntil(voucherEnds: Date): Date {
  return new Date(voucherEnds.getTime() + shopTakesDays * dayMs);
}

/** How long a webhook has before its checkout is read without it, in minutes. */
export const webhookMinutes = 2;

/**
 * When to read the provider again while no webhook has come since `begunAt`: the interval doubles, from two minutes to
 * half an hour.
 */
export function lookAgainAt(begunAt: Date, now: Date): Date {
  const lasted = now.getTime() - begunAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(lasted, webhookMinutes * minuteMs), 30 * minuteMs));
}

/** Why a payment cannot be refunded now; null where it can. */
export function refundRefusal({ status }: { status: Status }): RefusalKind | null {
  return status === 'completed' ? null : paymentRefusals.notRefundable;
}

type Charged = {
  amountCents: number;
  currency: string;
  paidCents: number | null;
  paidCurrency: string | null;
};

/** What was really paid, which a refund gives back: what was asked, unless the provider told another amount. */
export function paidOf({ amountCents, currency, paidCents, paidCurrency }: Charged): {
  amountCents: number;
  currency: string;
} {
  return paidCents === null || paidCurrency === null
    ? { amountCents, currency }
    : { amountCents: paidCents, currency: paidCurrency };
}

/**
 * Since when a payment for a plan counts; null until it is paid. An administrator dates one by hand to the day its
 * money came, and records it later: it counts from its record. `countsSince` is the same in SQL.
 */
export function countsSinceOf({
  provider,
  createdAt,
  completedAt,
}: {
  provider: string;
  createdAt: Date;
  completedAt: Date | null;
}): Date | null {
  return provider === 'manual' ? createdAt : completedAt;
}

/** The time of a plan that a payment paid; null for a seat, and until it is paid. */
export function paidTimeOf({
  paidFrom,
  completedAt,
  paidUntil,
}: Record<'paidFrom' | 'completedAt' | 'paidUntil', Date | null>): { from: Date; until: Date } | null {
  const from = paidFrom ?? completedAt;
  return from && paidUntil && { from, until: paidUntil };
}

/** An amount of cents as a spreadsheet reads it: `12.50`. */
export function centsInUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}

/**
 * Whether an administrator gives a refund of this payment, and no provider: it was paid in cash, by transfer, or in a
 * shop with a voucher. Stripe cannot refund OXXO.
 */
export function isGivenBackByHand({ method }: { method: Method }): boolean {
  return method !== 'card';
}

type Refunded = {
  status: Status;
  refundFailedAt: Date | null;
  giveBackByHand: boolean;
  givenBackAt: Date | null;
};

/**
 * Whether an administrator has to give the money of a refund back: the provider could not, or it was paid by hand or
 * by voucher.
 */
export function isOwedBack({ status, refundFailedAt, giveBackByHand, givenBackAt }: Refunded): boolean {
  return status === 'refunded' && (refundFailedAt !== null || giveBackByHand) && givenBackAt === null;
}

/**
 * Why a payment cannot be marked as given back in another way; null where it can. `isRefundStuck`: its refund was
 * requested, and fails again and again.
 */
export function giveBackRefusal(payment: Refunded & { isRefundStuck: boolean }): RefusalKind | null {
  if (payment.givenBackAt !== null) return paymentRefusals.givenBackBefore;
  const isStuck = payment.isRefundStuck && payment.status === 'completed';
  return isStuck || isOwedBack(payment) ? null : paymentRefusals.refundHolds;
}

/** Whether an instant that an administrator typed as the day of a payment lies in the last year. */
export function isPastYear(instant: Date, now: Date): boolean {
  return instant <= now && instant > new Date(now.getTime() - 366 * dayMs);
}

/** Why the server asked for a refund, stored in place of the reason that a person types; pages translate it. */
export const refundReasons = {
  undeliverable: 'undeliverable',
  lostDispute: 'lost-dispute',
  paidHigher: 'paid-higher',
  seatLeft: 'seat-left',
  seatRemoved: 'seat-removed',
  classMoved: 'class-moved',
  ageGroupChanged: 'age-group-changed',
  consentWithdrawn: 'consent-withdrawn',
} as const;
export type RefundReason = (typeof refundReasons)[keyof typeof refundReasons];

/** The server's own reason; undefined for one that a person typed, and for none. */
export function knownReason(reason: string | null): RefundReason | undefined {
  return Object.values(refundReasons).find((each) => each === reason);
}
