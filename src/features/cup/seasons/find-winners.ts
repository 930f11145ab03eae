import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { CupSettings } from '../contract.ts';
import { type Contestant, chooseWinners, isHeld, type Winner } from '../rules.ts';

/** `isHeld` in SQL, of a row (`line`, of `board`, beside `cup_settings`). */
export const isHeldRow = sql<boolean>`(coalesce(
  (select held from cup_reviews where season = board.season and cup_reviews.username = lower(line.username)),
  line.xp_per_minute > cup_settings.most_xp_per_minute) is true)`;

export type ContestRow = Contestant & { fullName: string };

/**
 * The winners of a season on a board, and how many of its rows are held. Reads every row of the board: an import has
 * 50,000 at most, and a month is closed once.
 */
export async function findWinners(
  { db }: Pick<Ctx, 'db'>,
  { season, boardId, settings }: { season: string; boardId: string; settings: CupSettings },
): Promise<{ winners: Winner<ContestRow>[]; held: number }> {
  const rows = await db
    .selectFrom('duolingoRankings as line')
    .leftJoin('cupReviews', (join) =>
      join
        .on('cupReviews.season', '=', `${season}-01`)
        .on('cupReviews.username', '=', ({ fn }) => fn('lower', ['line.username'])),
    )
    .select([
      'line.id',
      'line.fullName',
      'line.username',
      'line.language',
      'line.totalExp',
      'line.xpPerMinute',
      'cupReviews.held as review',
    ])
    .where('line.boardId', '=', boardId)
    .orderBy('line.language')
    .orderBy('line.xpPositionInLanguage')
    .execute();
  return {
    winners: chooseWinners(rows, settings),
    held: rows.filter((row) => isHeld(row, settings)).length,
  };
}
