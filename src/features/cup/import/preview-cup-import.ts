import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { onlyRow } from '#server/db/only-row.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { findKidsLeftOut } from '../claims/find-kids-left-out.ts';
import {
  type previewCupImport as operation,
  type RankingColumn,
  rankingColumns,
  seasonClosed,
} from '../contract.ts';
import { may } from '../permissions.ts';
import { findClosing, findSeasonBoard } from '../seasons/find-season-board.ts';
import { isHeldRow } from '../seasons/find-winners.ts';
import { compareBoards } from './compare-boards.ts';
import { isForArchive } from './go-live.ts';
import { mergeFiles, splitFiles } from './merge-files.ts';
import { type RankingFile, readRankingFile } from './read-ranking-file.ts';
import { storeDraft } from './store-draft.ts';

const sampleSize = 20;

/**
 * Reads ranking files into one draft board; the live board is unchanged until the draft is committed. Every row of the
 * files is in the draft or in a list: rejected, or repeated in another file.
 * @throws Refusal seasonClosed, emptyFile, notCsv, tooManyRows, badInput for a column that the file does not have
 */
export async function previewCupImport(
  outer: Ctx,
  {
    season,
    columns,
    sizes,
    readFile,
  }: {
    season: string;
    /** Columns assigned by the administrator, for headers that are not recognised. */
    columns?: readonly (readonly [RankingColumn, number])[] | undefined;
    /** The bytes of each file, where there are several one after another. */
    sizes?: readonly number[] | undefined;
    readFile: () => Promise<Uint8Array>;
  },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'manage'));
  const member = memberOf(outer.actor);
  if (await findClosing(outer, season)) throw new Refusal(seasonClosed);
  const read: RankingFile[] = [];
  for (const bytes of splitFiles(await readFile(), sizes)) read.push(await readRankingFile(bytes, columns));
  const file = mergeFiles(read);
  return inTransaction(outer, async (ctx) => {
    const { db } = ctx;
    const live = await db
      .selectFrom('cupBoards')
      .select(['id', 'season', 'rowCount', 'createdAt'])
      .where('status', '=', 'live')
      .executeTakeFirst();
    const archived = isForArchive({ season: `${season}-01` }, live);
    const replaced = archived ? await findSeasonBoard(ctx, season) : live;
    const comparedWith = replaced?.id ?? null;
    const boardId = await storeDraft(ctx, { member, month: season, comparedWith, file });
    const { changes, examples } = await compareBoards(ctx, boardId, comparedWith);
    const nothingChanges =
      file.rows.length > 0 && changes.unchanged === file.rows.length && changes.removed === 0;
    return {
      boardId,
      season,
      rows: file.rows.length,
      sample: file.rows.slice(0, sampleSize).map(({ extras: _, xpPerMinute: __, ...row }) => row),
      rejected: file.rejected,
      files: file.files,
      repeated: file.repeated,
      misread: file.misread,
      leaders: await readLeaders(ctx, boardId),
      replaced: replaced
        ? {
            season: replaced.season.slice(0, 7),
            rows: replaced.rowCount,
            importedAt: replaced.createdAt.toISOString(),
            leaders: await readLeaders(ctx, replaced.id),
          }
        : null,
      staysLive: archived && live ? live.season.slice(0, 7) : null,
      changes,
      examples,
      held: await countHeld(ctx, boardId),
      kidsLeftOut: await findKidsLeftOut(ctx, { draft: boardId, live: comparedWith }),
      warnings: nothingChanges
        ? [...file.warnings, { file: 0, code: 'nothing-changes' as const, count: 1, lines: [] }]
        : file.warnings,
      ...columnsOf(read),
    };
  });
}

/** How many rows of a draft would be held for review. */
async function countHeld({ db }: Ctx, boardId: string): Promise<number> {
  const { rows } = await sql<{ held: number }>`
    select count(*) as held from cup_boards board
    join duolingo_rankings line on line.board_id = board.id cross join cup_settings
    where board.id = ${boardId} and ${isHeldRow}`.execute(db);
  return onlyRow(rows).held;
}

const leadersShown = 5;

/** The first rows of a board by experience. */
async function readLeaders({ db }: Ctx, boardId: string) {
  return db
    .selectFrom('duolingoRankings')
    .select(['fullName', 'language', 'totalExp'])
    .where('boardId', '=', boardId)
    .where('xpPosition', '<=', leadersShown)
    .orderBy('xpPosition')
    .execute();
}

/** The columns of the first file, and what no file has a column for. */
function columnsOf(read: readonly RankingFile[]) {
  const { headers, columns } = read[0]!;
  return {
    headers,
    columns: rankingColumns.map((column) => {
      const header = headers[columns.indexes[column] ?? -1] ?? null;
      return { column, header, index: header === null ? null : columns.indexes[column] };
    }),
    extras: [...new Set(read.flatMap((file) => file.columns.extras.map(({ header }) => header)))],
  };
}
