import type { Ctx } from '#server/ctx.ts';
import { inPortions } from '#server/db/keyset.ts';
import { byteOrderMark, toCsv } from '#server/http/csv.ts';
import { Refusal } from '#shared/refusal.ts';
import type { Earnings, PaymentFilters } from './contract.ts';
import { may } from './permissions.ts';
import { type OverseenRow, selectOverseenAfter } from './reads.ts';

const rowsAtOnce = 500;

const columns = [
  'id',
  'created_at',
  'completed_at',
  'refunded_at',
  'name',
  'email',
  'type',
  'tier',
  'class',
  'amount',
  'currency',
  'method',
  'provider',
  'status',
  'teacher_share',
  'refund_reason',
  'note',
];

/**
 * The payments that the filters let through as CSV, a piece at a time, however many there are. What somebody typed
 * cannot act as a formula where the file is opened.
 * @throws Refusal before anything is written
 */
export function exportPayments(ctx: Ctx, filters: PaymentFilters): AsyncGenerator<string> {
  const refusal = may(ctx.actor, 'oversee');
  if (refusal) throw new Refusal(refusal);
  return pieces(ctx, filters);
}

async function* pieces(ctx: Ctx, filters: PaymentFilters): AsyncGenerator<string> {
  yield byteOrderMark + toCsv([columns]);
  const portions = inPortions(rowsAtOnce, (cursor) =>
    selectOverseenAfter(ctx, filters, cursor).limit(rowsAtOnce).execute(),
  );
  for await (const rows of portions) yield toCsv(rows.map(cellsOf));
}

function cellsOf(row: OverseenRow): string[] {
  return [
    row.id,
    row.createdAt.toISOString(),
    row.completedAt?.toISOString() ?? '',
    row.refundedAt?.toISOString() ?? '',
    row.personName,
    row.personEmail,
    row.kind,
    row.tier ?? '',
    row.title ?? '',
    decimal(row.amountCents),
    row.currency,
    row.method,
    row.provider,
    row.status,
    decimal(row.teacherShareCents),
    row.refundReason ?? '',
    row.note ?? '',
  ];
}

/** A teacher's statement as CSV; what was taken back is a column of its own, so no figure begins with a minus. */
export function earningsCsv({ months, currency }: Earnings): string {
  const rows = months.map((month) => [
    month.month,
    String(month.seats),
    decimal(month.grossCents),
    decimal(month.shareCents),
    decimal(month.refundedCents),
    currency,
  ]);
  return byteOrderMark + toCsv([['month', 'seats', 'gross', 'share', 'refunded', 'currency'], ...rows]);
}

function decimal(cents: number): string {
  return (cents / 100).toFixed(2);
}
