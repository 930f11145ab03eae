import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { byteOrderMark, csvText } from '#shared/formats/csv-text.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type RankingColumn, rankingColumns } from '../contract.ts';
import { may } from '../permissions.ts';
import { noTime } from './read-row.ts';

/** The header of a column: `total_exp` for `totalExp`. */
const header = (column: RankingColumn) => column.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Empty where the file gave no time: read as no time at all, it would hold the row for review. */
const timeOf = ({ learningTime, xpPerMinute }: { learningTime: string; xpPerMinute: number | null }) =>
  learningTime === noTime && xpPerMinute === null ? '' : learningTime;

/**
 * Exports a board that is or was live as a CSV that imports as the same board: the seventeen columns, then the extra
 * columns of its file. The export holds e-mails, so the audit log says who took it (`isRecorded`).
 * @throws Refusal notFound (also for a draft)
 */
export async function exportCupBoard(
  outer: Ctx,
  { id, isRecorded }: { id: string; isRecorded: boolean },
): Promise<{ content: string; fileName: string }> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const board = await ctx.db
      .selectFrom('cupBoards')
      .select(['season', 'rowCount'])
      .where('id', '=', id)
      .where('status', '!=', 'draft')
      .executeTakeFirst();
    if (!board) throw new Refusal(commonRefusals.notFound);
    const rows = await ctx.db
      .selectFrom('duolingoRankings')
      .select([...rankingColumns, 'xpPerMinute', 'extras'])
      .where('boardId', '=', id)
      .orderBy('xpPosition')
      .execute();
    const extras = [...new Set(rows.flatMap((row) => Object.keys(row.extras as Record<string, string>)))];
    const season = board.season.slice(0, 7);
    if (isRecorded)
      await recordAct(ctx, {
        act: 'cup.export-board',
        subject: id,
        detail: { season, rows: board.rowCount },
      });
    const lines = rows.map((row) => [
      ...rankingColumns.map((column) =>
        String((column === 'learningTime' ? timeOf(row) : row[column]) ?? ''),
      ),
      ...extras.map((name) => (row.extras as Record<string, string>)[name] ?? ''),
    ]);
    return {
      content: `${byteOrderMark}${csvText([[...rankingColumns.map(header), ...extras], ...lines])}`,
      fileName: `ranking-${season}.csv`,
    };
  });
}
