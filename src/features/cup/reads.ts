import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf, readCursor } from '#server/db/keyset.ts';
import { findLanguage } from '#shared/languages.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal } from '#shared/refusal.ts';
import { isOwnedBy } from './claims/own-rows.ts';
import {
  boardChanged,
  type listCupBoards as boardsOperation,
  type CupBoard,
  type CupLine,
  type CupOrder,
  type listCup as cupOperation,
} from './contract.ts';
import { may } from './permissions.ts';
import { aliasFrom, aliasInSpanish, shownName } from './rules.ts';

const linesOnAPage = 50;

/** The position column for each order: on the whole board and within one language. */
const positionColumns = {
  xp: ['xp_position', 'xp_position_in_language'],
  streak: ['streak_position', 'streak_position_in_language'],
} as const satisfies Record<CupOrder, readonly [string, string]>;

const lineOfBoard = keyset('asc', { 'board.id': 'uuid', 'line.position': 'integer' });

/**
 * A page of the live board. One statement reads the board and its lines, so that they match also while a board is
 * published. A cursor of another board is refused, and the browser starts again at the first page.
 * @throws Refusal badInput for a malformed cursor, boardChanged
 */
export async function listCup(
  ctx: Ctx,
  {
    language,
    order,
    cursor,
  }: { language?: string | undefined; order: CupOrder; cursor?: string | undefined },
): Promise<AnswerOf<typeof cupOperation>> {
  const code = language === undefined ? undefined : (findLanguage(language)?.code ?? language);
  const [boardId, after] = cursor === undefined ? [] : readCursor(cursor, ['uuid', 'integer']);
  const position = sql.ref(positionColumns[order][code === undefined ? 0 : 1]);
  const inLanguage = code === undefined ? sql`` : sql`and language = ${code}`;
  const mine = ctx.actor.kind === 'visitor' ? nobodys : isOwnedBy(ctx.actor);
  const { rows } = await sql<CupRow & Keyed>`
    select
      board.id as board_id, to_char(board.season, 'YYYY-MM') as season, board.live_at, board.row_count,
      board.language_counts, line.*, ${lineOfBoard.key}
    from cup_boards board
    left join lateral (
      select ${lineColumns(position, mine)}
      from duolingo_rankings
      where board_id = board.id and ${position} > ${after ?? 0}::int8 ${inLanguage}
      order by ${position} limit ${linesOnAPage + 1}
    ) line on true
    where board.status = 'live'
    order by line.position`.execute(ctx.db);
  const [board] = rows;
  if (after && boardId !== board?.boardId) throw new Refusal(boardChanged);
  if (!board) {
    return { season: null, updatedAt: null, total: 0, languages: [], own: null, items: [], nextCursor: null };
  }
  const lines = rows.filter((row) => row.position !== null);
  return {
    season: board.season,
    updatedAt: board.liveAt.toISOString(),
    total: code === undefined ? board.rowCount : (board.languageCounts[code] ?? 0),
    languages: Object.entries(board.languageCounts)
      .map(([name, count]) => ({ language: name, count }))
      .sort((a, b) => b.count - a.count),
    own: after || mine === nobodys ? null : await ownLine(),
    ...pageOf(lines, linesOnAPage, shownLine),
  };

  /** The reader's line with the best position. The lines of a board never change, so it matches the page above. */
  async function ownLine(): Promise<CupLine | null> {
    const found = await sql<CupRow>`
      select ${lineColumns(position, mine)} from duolingo_rankings
      where board_id = ${board?.boardId} ${inLanguage} and ${mine}
      order by ${position} limit 1`.execute(ctx.db);
    return found.rows[0] ? shownLine(found.rows[0]) : null;
  }
}

type Condition = RawBuilder<unknown>;
const nobodys: Condition = sql`false`;

/** The columns of a cup line. The database decides who is shown under an alias (migrations/0014-cup.sql). */
function lineColumns(position: Condition, mine: Condition): Condition {
  return sql`
    ${position} as position, full_name, username, language, streak_days, completed_sections, total_sections,
    completion_percentage, practice_days, total_exp, learning_time, lessons, other_activities, practice, stories,
    crazy_pairs, ${mine} is true as own,
    case when hides_in_cup(username, email) then cup_alias_number(username) end as alias_number`;
}

type CupRow = Omit<CupLine, 'name' | 'alias'> & {
  boardId: string;
  season: string;
  liveAt: Date;
  rowCount: number;
  languageCounts: Record<string, number>;
  fullName: string;
  username: string;
  aliasNumber: number | null;
};

/** The public part of a row: what is not listed here is never sent. */
function shownLine(row: CupRow): CupLine {
  const alias = row.aliasNumber === null ? null : aliasFrom(row.aliasNumber);
  return {
    position: row.position,
    name: alias ? aliasInSpanish(alias) : shownName(row.fullName, row.username),
    alias,
    own: row.own,
    language: row.language,
    streakDays: row.streakDays,
    completedSections: row.completedSections,
    totalSections: row.totalSections,
    completionPercentage: row.completionPercentage,
    practiceDays: row.practiceDays,
    totalExp: row.totalExp,
    learningTime: row.learningTime,
    lessons: row.lessons,
    otherActivities: row.otherActivities,
    practice: row.practice,
    stories: row.stories,
    crazyPairs: row.crazyPairs,
  };
}

const boardsOnAPage = 20;
const lastPublished = keyset('desc', { 'board.liveAt': 'instant', 'board.id': 'uuid' });

/** The live board and earlier ones, the last published first. */
export async function listCupBoards(
  { db, actor }: Ctx,
  { cursor }: { cursor?: string | undefined },
): Promise<AnswerOf<typeof boardsOperation>> {
  const refusal = may(actor, 'manage');
  if (refusal) throw new Refusal(refusal);
  const { rows } = await sql<BoardRow>`
    select
      board.id, to_char(board.season, 'YYYY-MM') as season, board.status, board.row_count as rows,
      jsonb_array_length(board.rejected) as rejected, importer.name as imported_by,
      board.created_at as imported_at, publisher.name as published_by, board.live_at as published_at,
      ${lastPublished.key}
    from cup_boards board
    left join users importer on importer.id = board.imported_by
    left join users publisher on publisher.id = board.live_by
    where board.status <> 'draft' and ${lastPublished.after(cursor)}
    order by ${lastPublished.order} limit ${boardsOnAPage + 1}`.execute(db);
  return pageOf(rows, boardsOnAPage, ({ importedAt, publishedAt, ...board }) => ({
    ...board,
    importedAt: importedAt.toISOString(),
    publishedAt: publishedAt.toISOString(),
  }));
}

type BoardRow = Keyed &
  Omit<CupBoard, 'importedAt' | 'publishedAt'> & { importedAt: Date; publishedAt: Date };
