import type { EarningsMonth } from '../contract.ts';
import { centsInUnits } from '../rules.ts';

/** What is subtracted has columns of its own, because a leading minus reads as a formula. */
export const monthHeads = [
  'month',
  'seats',
  'gross',
  'teacherShare',
  'refunds',
  'handedOver',
  'takenOver',
  'paidOut',
  'currency',
] as const;

/** A month of a teacher's statement under `monthHeads`. */
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
