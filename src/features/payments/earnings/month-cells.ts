import { centsInUnits } from '#server/http/csv.ts';
import type { EarningsMonth } from '../contract.ts';

/** Refunds have a column of their own, because a leading minus reads as a formula. */
export const monthColumns = ['month', 'seats', 'gross', 'share', 'refunded', 'paid_out', 'currency'];

/** A month of a teacher's statement under `monthColumns`. */
export function monthCells({ month, seats, ...sums }: EarningsMonth, currency: string): string[] {
  const { grossCents, shareCents, refundedCents, paidOutCents } = sums;
  return [
    month,
    String(seats),
    ...[grossCents, shareCents, refundedCents, paidOutCents].map(centsInUnits),
    currency,
  ];
}
