import { byteOrderMark, centsInUnits, toCsv } from '#server/http/csv.ts';
import type { Earnings, EarningsMonth } from '../contract.ts';
import type { TeacherMonth } from './list-owed.ts';

const columns = ['month', 'seats', 'gross', 'share', 'refunded', 'paid_out', 'currency'];

/** A teacher's statement as CSV. Refunds have a column of their own, because a leading minus reads as a formula. */
export function earningsCsv({ months, currency }: Earnings): string {
  return byteOrderMark + toCsv([columns, ...months.map((month) => cellsOf(month, currency))]);
}

/** Every teacher's statement as CSV, a row for each month and currency. */
export function allEarningsCsv(months: readonly TeacherMonth[]): string {
  const rows = months.map(({ name, email, currency, ...month }) => [
    name,
    email,
    ...cellsOf(month, currency),
  ]);
  return byteOrderMark + toCsv([['teacher', 'email', ...columns], ...rows]);
}

function cellsOf({ month, seats, ...sums }: EarningsMonth, currency: string): string[] {
  const { grossCents, shareCents, refundedCents, paidOutCents } = sums;
  return [
    month,
    String(seats),
    ...[grossCents, shareCents, refundedCents, paidOutCents].map(centsInUnits),
    currency,
  ];
}
