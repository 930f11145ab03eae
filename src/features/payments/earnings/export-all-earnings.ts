import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { readSheetWords } from '#features/audit/sheet-words.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import { refuse } from '#shared/refusal.ts';
import type { EarningsMonth } from '../contract.ts';
import { may } from '../permissions.ts';
import { monthCells, monthHeads } from './month-cells.ts';
import { monthSums } from './read-earnings.ts';

/**
 * Every teacher's statement as CSV, a row for each month and currency, each in that teacher's zone. The export holds
 * e-mail addresses, so the audit log says who took it (`isRecorded`).
 */
export async function exportAllEarnings(ctx: Ctx, { isRecorded }: { isRecorded: boolean }): Promise<string> {
  refuse(may(ctx.actor, 'oversee'));
  if (isRecorded) await inTransaction(ctx, (ctx) => recordAct(ctx, { act: 'payments.export-earnings' }));
  const { rows } = await sql<EarningsMonth & { name: string; email: string; currency: string }>`
    select person.name, person.email, currency, to_char(at at time zone person.zone, 'YYYY-MM') as month, ${monthSums}
    from teacher_movements join users person on person.id = teacher_id
    group by person.id, currency, month
    order by month desc, person.name, person.id, currency`.execute(ctx.db);
  const lines = rows.map(({ name, email, currency, ...month }) => [
    name,
    email,
    ...monthCells(month, currency),
  ]);
  const { head } = await readSheetWords(ctx);
  return byteOrderMark + csvText([(['teacher', 'email', ...monthHeads] as const).map(head), ...lines]);
}
