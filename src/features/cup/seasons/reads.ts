import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type {
  CupWinner,
  HeldRow,
  listHeldRows as heldOperation,
  listCupSeasons as seasonsOperation,
  listCupWinners as winnersOperation,
} from '../contract.ts';
import { may } from '../permissions.ts';
import { publicName } from '../public-name.ts';
import { findClosing, seasonBoardId } from './find-season-board.ts';
import { readSettings } from './read-settings.ts';

/**
 * All months that have a board, the latest first, and the numbers of the cup. They are not paged: a decade of them is
 * 120 short lines, among which a reader chooses one.
 */
export async function listCupSeasons(ctx: Ctx): Promise<AnswerOf<typeof seasonsOperation>> {
  const { rows } = await sql<{ season: string; rows: number; closedAt: Date | null }>`
    select distinct on (board.season)
      to_char(board.season, 'YYYY-MM') as season, board.row_count as rows, closed.closed_at
    from cup_boards board left join cup_seasons closed on closed.season = board.season
    where board.status <> 'draft'
    order by board.season desc, board.id = closed.board_id desc nulls last, board.live_at desc`.execute(
    ctx.db,
  );
  return {
    items: rows.map(({ closedAt, ...season }) => ({ ...season, closedAt: closedAt?.toISOString() ?? null })),
    settings: await readSettings(ctx),
  };
}

/** The winners of a closed month by language and place, with the names that the board shows. */
export async function listCupWinners(ctx: Ctx, season: string): Promise<AnswerOf<typeof winnersOperation>> {
  const closedAt = await findClosing(ctx, season);
  if (!closedAt) return { closedAt: null, items: [] };
  const reader = ctx.actor.kind === 'visitor' ? null : ctx.actor.userId;
  const { rows } = await sql<WinnerRow>`
    select prize.place, prize.language, prize.coins, prize.status, full_name, username, total_exp, streak_days,
      (owner_id = ${reader}) is true as own, alias_number
    from cup_prizes prize join cup_lines line on line.id = prize.row_id
    where prize.season = ${`${season}-01`}
    order by prize.language, prize.place`.execute(ctx.db);
  return {
    closedAt: closedAt.toISOString(),
    items: rows.map(({ fullName, username, aliasNumber, ...winner }) => ({
      ...winner,
      ...publicName({ fullName, username, aliasNumber }),
    })),
  };
}

type WinnerRow = Omit<CupWinner, 'name' | 'alias'> & {
  fullName: string;
  username: string;
  aliasNumber: number | null;
};

const heldOnAPage = 20;
const bestFirst = keyset('asc', { 'line.xp_position': 'integer' });

/**
 * Rows of a month's board whose experience for each minute is above the setting, released or not, and those that an
 * administrator holds.
 * @throws Refusal badInput for a malformed cursor
 */
export async function listHeldRows(
  { db, actor }: Ctx,
  { season, cursor }: { season: string; cursor?: string | undefined },
): Promise<AnswerOf<typeof heldOperation>> {
  refuse(may(actor, 'manage'));
  const { rows } = await sql<HeldRow & Keyed>`
    select line.username, line.full_name, line.language, line.xp_position as position, line.total_exp,
      line.learning_time, line.xp_per_minute, coalesce(review.held, true) as held,
      review.held is true as by_hand, ${bestFirst.key}
    from duolingo_rankings line
    cross join cup_settings
    left join cup_reviews review
      on review.season = ${`${season}-01`}::date and review.username = lower(line.username)
    where line.board_id = ${seasonBoardId(season)}
      and (line.xp_per_minute > cup_settings.most_xp_per_minute or review.held)
      and ${bestFirst.after(cursor)}
    order by ${bestFirst.order} limit ${heldOnAPage + 1}`.execute(db);
  return pageOf(rows, heldOnAPage, (row) => row);
}
