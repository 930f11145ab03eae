import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { type previewCupImport as operation, type RankingColumn, rankingColumns } from '../contract.ts';
import { may } from '../permissions.ts';
import { compareBoards } from './compare-boards.ts';
import { type RankingFile, readRankingFile } from './read-ranking-file.ts';
import { storeDraft } from './store-draft.ts';

const sampleSize = 20;
const draftsLastFor = 24 * 60 * 60 * 1000;

/**
 * Reads a ranking file into a draft board; the live board is unchanged until the draft is committed. Every row of the
 * file is in the draft or in the list of rejected rows. Drafts older than a day are deleted.
 * @throws Refusal emptyFile, notCsv, tooManyRows, badInput for a column that the file does not have
 */
export async function previewCupImport(
  outer: Ctx,
  {
    season,
    columns,
    readFile,
  }: {
    season: string;
    /** Columns assigned by the administrator, for headers that are not recognised. */
    columns?: readonly (readonly [RankingColumn, number])[] | undefined;
    readFile: () => Promise<Uint8Array>;
  },
): Promise<AnswerOf<typeof operation>> {
  const refusal = may(outer.actor, 'manage');
  if (refusal) throw new Refusal(refusal);
  const member = memberOf(outer.actor);
  const file = await readRankingFile(await readFile(), columns);
  return inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    await db
      .deleteFrom('cupBoards')
      .where('status', '=', 'draft')
      .where('createdAt', '<', new Date(now.getTime() - draftsLastFor))
      .execute();
    const live = await db
      .selectFrom('cupBoards')
      .select('id')
      .where('status', '=', 'live')
      .executeTakeFirst();
    const comparedWith = live?.id ?? null;
    const boardId = await storeDraft(ctx, { member, month: season, comparedWith, file });
    const { changes, examples } = await compareBoards(ctx, boardId, comparedWith);
    const nothingChanges =
      file.rows.length > 0 && changes.unchanged === file.rows.length && changes.removed === 0;
    return {
      boardId,
      season,
      rows: file.rows.length,
      sample: file.rows.slice(0, sampleSize).map(({ extras: _, ...row }) => row),
      rejected: file.rejected,
      changes,
      examples,
      warnings: nothingChanges
        ? [...file.warnings, { code: 'nothing-changes' as const, count: 1, lines: [] }]
        : file.warnings,
      ...columnsOf(file),
    };
  });
}

function columnsOf({ headers, columns }: RankingFile) {
  return {
    headers,
    columns: rankingColumns.map((column) => {
      const header = headers[columns.indexes[column] ?? -1] ?? null;
      return { column, header, index: header === null ? null : columns.indexes[column] };
    }),
    extras: columns.extras.map(({ header }) => header),
  };
}
