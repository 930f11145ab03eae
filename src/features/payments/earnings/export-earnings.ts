import { readSheetWords } from '#features/audit/sheet-words.ts';
import type { Ctx } from '#server/ctx.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import type { EarningsQuery } from '../contract.ts';
import { monthCells, monthHeads } from './month-cells.ts';
import { readEarnings } from './read-earnings.ts';

/** A teacher's statement as CSV, for that teacher and administrators. @throws as `readEarnings` does */
export async function exportEarnings(ctx: Ctx, query: EarningsQuery): Promise<string> {
  const { months, currency } = await readEarnings(ctx, query);
  const { head } = await readSheetWords(ctx);
  return (
    byteOrderMark + csvText([monthHeads.map(head), ...months.map((month) => monthCells(month, currency))])
  );
}
