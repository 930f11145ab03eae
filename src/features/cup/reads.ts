import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf, readCursor } from '#server/db/keyset.ts';
import type { Actor } from '#shared/actor.ts';
import { findLanguage } from '#shared/languages.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import {
  boardChanged,
  type listCupBoards as boardsOperation,
  type CupBoard,
  type CupLine,
  type CupOrder,
  type listCup as cupOperation,
  rowTaken,
} from './contract.ts';
import { may } from './permissions.ts';
import { publicName } from './public-name.ts';
import { seasonBoardId } from './seasons/find-season-board.ts';

const linesOnAPage = 50;

/** The position column for each order: on the whole board and within one language. */
const positionColumns = {
  xp: ['xp_position', 'xp_position_in_language'],
  streak: ['streak_position', 'streak_position_in_language'],
} as const satisfies Record<CupOrder, readonly [string, string]>;

const lineOfBoard = keyset('asc', { 'board.id': 'uuid', 'line.position': 'integer' });

/** The tables that `listCup` reads. */
export const cupTables = [
  'cup_boards',
  'duolingo_rankings',
  'cup_seasons',
  'cup_claims',
  'cup_aliases',
  'cup_former_rows',
  'cup_alias_key',
  'cup_hidden_names',
  'users',
  'profiles',
] as const;

export type CupPage = AnswerOf<typeof cupOperation>;
export type CupQuery = NonNullable<ReceivedOf<typeof cupOperation>['query']>;

/** The filter and the position column of a query. */
export function orderOf({ language, order }: Pick<CupQuery, 'language' | 'order'>) {
  const code = language === undefined ? undefined : (findLanguage(language)?.code ?? language);
  return {
    code,
    position: sql.ref(positionColumns[order][code === undefined ? 0 : 1]),
    inLanguage: code === undefined ? sql`` : sql`and language = ${code}`,
  };
}

/**
 * A page of the live board, or of a month's board, as a visitor sees it, or a member with a proved address and without
 * a row or a claim; `markOwnLines` adds what is the reader's own. One statement reads the board and its lines, so that
 * they match also while a board is published. A cursor of another board is refused, and the browser starts again at the
 * first page.
 * @throws Refusal badInput for a malformed cursor, boardChanged
 */
export async function listCup(
  { db, actor }: Ctx,
  { season, language, order, cursor }: CupQuery,
): Promise<CupPage> {
  const { code, position, inLanguage } = orderOf({ language, order });
  const [boardId, after] = cursor === undefined ? [] : readCursor(cursor, ['uuid', 'integer']);
  const { rows } = await sql<BoardFacts & CupRow & Keyed>`
    select
      board.id as board_id, to_char(board.season, 'YYYY-MM') as season, board.created_at, board.row_count,
      board.language_counts, line.*, ${lineOfBoard.key}
    from cup_boards board
    left join lateral (
      select ${lineColumns(position)}
      from cup_lines
      where board_id = board.id and ${position} > ${after ?? 0}::int8 ${inLanguage}
      order by ${position} limit ${linesOnAPage + 1}
    ) line on true
    where ${season === undefined ? sql`board.status = 'live'` : sql`board.id = ${seasonBoardId(season)}`}
    order by line.position`.execute(db);
  const [board] = rows;
  if (after && boardId !== board?.boardId) throw new Refusal(boardChanged);
  if (!board) return { season: null, updatedAt: null, total: 0, languages: [], ...withoutOwn, ...noLines };
  const lines = rows.filter((row) => row.position !== null);
  return {
    season: board.season,
    updatedAt: board.createdAt.toISOString(),
    total: code === undefined ? board.rowCount : countOf(board.languageCounts, code),
    languages: Object.entries(board.languageCounts)
      .map(([name, count]) => ({ language: name, count }))
      .sort((a, b) => b.count - a.count),
    ...withoutOwn,
    ...pageOf(lines, linesOnAPage, (row) => shownLine(row, actor)),
  };
}

const withoutOwn = { own: null, missing: null };
const noLines = { items: [], nextCursor: null };

/** The columns of a cup line. The view decides who is shown under an alias (migrations/0014-cup.sql). */
export function lineColumns(position: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    id, ${position} as position, full_name, username, language, streak_days, completed_sections, total_sections,
    completion_percentage, practice_days, total_exp, learning_time, lessons, other_activities, practice, stories,
    crazy_pairs, is_claimed, alias_number`;
}

type BoardFacts = {
  boardId: string;
  season: string;
  createdAt: Date;
  rowCount: number;
  languageCounts: Record<string, number>;
};

export type CupRow = Omit<CupLine, 'name' | 'alias' | 'own' | 'held' | 'allowed'> & {
  fullName: string;
  username: string;
  isClaimed: boolean;
  aliasNumber: number | null;
};

/** The public part of a row: what is not listed here is never sent. */
export function shownLine(row: CupRow, { kind }: Pick<Actor, 'kind'>): CupLine {
  const member = row.isClaimed ? rowTaken.code : null;
  const noName = row.aliasNumber === null ? null : commonRefusals.notFound.code;
  return {
    id: row.id,
    position: row.position,
    ...publicName(row),
    own: false,
    held: false,
    allowed: {
      claim: kind === 'visitor' ? commonRefusals.signInFirst.code : member,
      report: kind === 'visitor' ? commonRefusals.signInFirst.code : noName,
    },
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
  refuse(may(actor, 'manage'));
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

/** A language that the reader names may be called like something that every object has. */
const countOf = (counts: Record<string, number>, code: string) =>
  Object.hasOwn(counts, code) ? (counts[code] ?? 0) : 0;
