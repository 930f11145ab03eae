import { centsInUnits } from '#server/http/csv.ts';
import type { EarningsMonth } from '../contract.ts';

/** What is subtracted has columns of its own, because a leading minus reads as a formula. */
export const monthColumns = [
  'month',
  'seats',
  'gross',
  'share',
  'refunded',
  'handed_over',
  'taken_over',
  'paid_out',
  'currency',
];

/** A month of a teacher's statement under `monthColumns`. */
export function monthCells({ month, seats, ...sums }: EarningsMonth, currency: string): string[] {
  const { grossCents, shareCents, refundedCents, handedOverCents, takenOverCents, paidOutCents } = sums;
  return [
    month,
    String(seats),
    ...[grossCents, shareCents, refundedCents, handedOverCents, takenOverCents, paidOutCents].map(
      centsInUnits,
    ),
    currency,
  ];
}
