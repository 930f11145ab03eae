import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inPortions } from '#server/db/keyset.ts';
import { byteOrderMark, centsInUnits, toCsv } from '#server/http/csv.ts';
import { refuse } from '#shared/refusal.ts';
import type { PaymentFilters } from './contract.ts';
import { may } from './permissions.ts';
import { type OverseenRow, selectOverseenAfter } from './reads.ts';
import { isOwedBack, paidOf } from './rules.ts';

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
  'teacher',
  'amount',
  'currency',
  'paid',
  'paid_currency',
  'method',
  'provider',
  'status',
  'teacher_share',
  'refund_reason',
  'refunded_by_bank',
  'refund_failed_at',
  'owed_back',
  'given_back_at',
  'given_back_method',
  'given_back_reason',
  'given_back_twice_at',
  'note',
];

/**
 * Streams the filtered payments as CSV, so that memory does not grow with their number. Cells that a person typed
 * are escaped, so that no spreadsheet runs them as a formula. The audit log says who took the list, because it holds
 * e-mail addresses.
 * @throws Refusal before the first byte is written
 */
export function exportPayments(ctx: Ctx, filters: PaymentFilters): AsyncGenerator<string> {
  refuse(may(ctx.actor, 'oversee'));
  return pieces(ctx, filters);
}

async function* pieces(outer: Ctx, filters: PaymentFilters): AsyncGenerator<string> {
  await inTransaction(outer, (ctx) => recordAct(ctx, { act: 'payments.export-payments' }));
  yield byteOrderMark + toCsv([columns]);
  const portions = inPortions(rowsAtOnce, (cursor) =>
    selectOverseenAfter(outer, filters, cursor).limit(rowsAtOnce).execute(),
  );
  for await (const rows of portions) yield toCsv(rows.map(cellsOf));
}

/** What was paid, once it was. */
function paidCells(row: OverseenRow): [amount: string, currency: string] {
  if (row.completedAt === null) return ['', ''];
  const { amountCents, currency } = paidOf(row);
  return [centsInUnits(amountCents), currency];
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
    row.teacherName ?? '',
    centsInUnits(row.amountCents),
    row.currency,
    ...paidCells(row),
    row.method,
    row.provider,
    row.status,
    centsInUnits(row.teacherShareCents),
    row.refundReason ?? '',
    row.refundedByBank ? 'yes' : '',
    row.refundFailedAt?.toISOString() ?? '',
    isOwedBack(row) ? 'yes' : '',
    row.givenBackAt?.toISOString() ?? '',
    row.givenBackMethod ?? '',
    row.givenBackReason ?? '',
    row.givenBackTwiceAt?.toISOString() ?? '',
    row.note ?? '',
  ];
}
