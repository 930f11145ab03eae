import { readFileSync } from 'node:fs';
import path from 'node:path';
import { recordAct } from '#features/audit/record-act.ts';
import { readSheetWords, type SheetWords } from '#features/audit/sheet-words.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { inPortions } from '#server/db/keyset.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import type { Locale } from '#shared/locales.ts';
import { memoizeBy } from '#shared/memoize-by.ts';
import { refuse } from '#shared/refusal.ts';
import type { PaymentFilters } from './contract.ts';
import { may } from './permissions.ts';
import { type OverseenRow, selectOverseenAfter } from './reads.ts';
import { centsInUnits, isOwedBack, knownReason, paidOf, paidTimeOf, type RefundReason } from './rules.ts';

const rowsAtOnce = 500;

const headsOf = ({ head, momentHeads }: SheetWords) => [
  head('id'),
  ...momentHeads('createdAt'),
  ...momentHeads('completedAt'),
  ...momentHeads('refundedAt'),
  ...(['name', 'email', 'kind', 'plan', 'paidFrom', 'paidUntil', 'class', 'teacher'] as const).map(head),
  ...(['amount', 'currency'] as const).map(head),
  ...(['paid', 'paidCurrency', 'method', 'provider', 'providerRef', 'status', 'teacherShare'] as const).map(
    head,
  ),
  head('refundReason'),
  head('refundedByBank'),
  ...momentHeads('refundFailedAt'),
  head('owedBack'),
  ...momentHeads('givenBackAt'),
  head('givenBackMethod'),
  head('givenBackReason'),
  ...momentHeads('givenBackTwiceAt'),
  head('note'),
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
  const words = await readSheetWords(outer);
  yield byteOrderMark + csvText([headsOf(words)]);
  const portions = inPortions(rowsAtOnce, (cursor) =>
    selectOverseenAfter(outer, filters, cursor).limit(rowsAtOnce).execute(),
  );
  for await (const rows of portions) yield csvText(rows.map((row) => cellsOf(row, words)));
}

/** What was paid, once it was. */
function paidCells(row: OverseenRow): [amount: string, currency: string] {
  if (row.completedAt === null) return ['', ''];
  const { amountCents, currency } = paidOf(row);
  return [centsInUnits(amountCents), currency];
}

/** What the server's reasons for a refund are called, from where the screen has it. */
const reasonsIn = memoizeBy((locale: Locale) => {
  const file = path.join(import.meta.dirname, `web/texts/${locale}.json`);
  return (JSON.parse(readFileSync(file, 'utf8')) as { reasons: Record<RefundReason, string> }).reasons;
});

/** Why a payment was refunded: in words where the server asked for it, what a person typed as it is. */
function reasonCell(reason: string | null, locale: Locale): string {
  const known = knownReason(reason);
  return known ? reasonsIn(locale)[known] : (reason ?? '');
}

function cellsOf(row: OverseenRow, { locale, word, mark, moment, day }: SheetWords): string[] {
  const time = paidTimeOf(row);
  return [
    row.id,
    ...moment(row.createdAt),
    ...moment(row.completedAt),
    ...moment(row.refundedAt),
    row.personName,
    row.personEmail,
    word(row.kind),
    word(row.tier),
    day(time?.from.toISOString() ?? null),
    day(time?.until.toISOString() ?? null),
    row.title ?? '',
    row.teacherName ?? '',
    centsInUnits(row.amountCents),
    row.currency,
    ...paidCells(row),
    word(row.method),
    word(row.provider),
    row.paymentRef ?? '',
    word(row.status),
    centsInUnits(row.teacherShareCents),
    reasonCell(row.refundReason, locale),
    mark(row.refundedByBank),
    ...moment(row.refundFailedAt),
    mark(isOwedBack(row)),
    ...moment(row.givenBackAt),
    word(row.givenBackMethod),
    row.givenBackReason ?? '',
    ...moment(row.givenBackTwiceAt),
    row.note ?? '',
  ];
}
