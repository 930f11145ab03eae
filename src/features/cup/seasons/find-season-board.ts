import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

/**
 * An SQL expression: the board of a season (`2026-11`), which is the one it was closed with, else the one that was
 * published last. Null without one.
 */
export function seasonBoardId(season: string): RawBuilder<string | null> {
  const month = sql`${`${season}-01`}::date`;
  return sql<string | null>`coalesce(
    (select board_id from cup_seasons where season = ${month}),
    (select id from cup_boards where season = ${month} and status <> 'draft' order by live_at desc, id desc limit 1))`;
}

export type SeasonBoard = { id: string; season: string; rowCount: number; createdAt: Date };

/** The board of a season, its number of rows and when it was imported; undefined without one. */
export async function findSeasonBoard(
  { db }: Pick<Ctx, 'db'>,
  season: string,
): Promise<SeasonBoard | undefined> {
  return db
    .selectFrom('cupBoards')
    .select(['id', 'season', 'rowCount', 'createdAt'])
    .where('id', '=', seasonBoardId(season))
    .executeTakeFirst();
}

/** When a season was closed; null while it is open. */
export async function findClosing({ db }: Pick<Ctx, 'db'>, season: string): Promise<Date | null> {
  const found = await db
    .selectFrom('cupSeasons')
    .select('closedAt')
    .where('season', '=', `${season}-01`)
    .executeTakeFirst();
  return found?.closedAt ?? null;
}
