import type { RefusalKind } from '#shared/refusal.ts';
import { paymentRefusals, type Status, teacherSharePercent } from './contract.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

/** How long a checkout stays open, and keeps a seat: time to find a card, in minutes. */
export const checkoutMinutes = 30;

/** A voucher lives to the end of the second day after it is made. */
export const voucherDays = 2;

/** What the shop took before that may be known of a day later. */
const shopTakesDays = 1;

/** How much of a seat's price is the teacher's, in cents: what does not divide stays with the platform. */
export function teacherShareOf(amountCents: number): number {
  return Math.floor((amountCents * teacherSharePercent) / 100);
}

/** Whether there is time to pay a voucher, and to hear of it, before the class starts. */
export function voucherFits(startsAt: Date, now: Date): boolean {
  return startsAt.getTime() - now.getTime() > (voucherDays + 1 + shopTakesDays) * day;
}

/** Until when what is paid by a voucher is kept. */
export function voucherKeptUntil(voucherEnds: Date): Date {
  return new Date(voucherEnds.getTime() + shopTakesDays * day);
}

/** The same day and time a month later; of a month that is too short, its last day. In UTC. */
export function aMonthAfter(instant: Date): Date {
  const later = new Date(instant);
  later.setUTCDate(1);
  later.setUTCMonth(later.getUTCMonth() + 1);
  const lastDay = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate();
  later.setUTCDate(Math.min(instant.getUTCDate(), lastDay));
  return later;
}

/** How long a webhook has before its checkout is read without it, in minutes. */
export const webhookMinutes = 2;

/**
 * When to read again what a provider sent no webhook about since `begunAt`: each time after as long as it has lasted,
 * two minutes at least and half an hour at most.
 */
export function lookAgainAt(begunAt: Date, now: Date): Date {
  const lasted = now.getTime() - begunAt.getTime();
  return new Date(now.getTime() + Math.min(Math.max(lasted, webhookMinutes * minute), 30 * minute));
}

/** Why a payment cannot be refunded now; null where it can. */
export function refundRefusal({ status }: { status: Status }): RefusalKind | null {
  return status === 'completed' ? null : paymentRefusals.notRefundable;
}
