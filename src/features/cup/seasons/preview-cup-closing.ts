import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { type previewCupClosing as operation, seasonClosed } from '../contract.ts';
import { may, mayClose } from '../permissions.ts';
import { findClosing, findSeasonBoard } from './find-season-board.ts';
import { findWinners } from './find-winners.ts';
import { isUndecided } from './lapse-prizes.ts';
import { readSettings } from './read-settings.ts';

/**
 * What closing a season would pay with the board, the claims and the settings of now, and whether it can be closed.
 * @throws Refusal notFound for a month without a board
 */
export async function previewCupClosing(ctx: Ctx, season: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'manage'));
  const { db, now } = ctx;
  const board = await findSeasonBoard(ctx, season);
  if (!board) throw new Refusal(commonRefusals.notFound);
  const settings = await readSettings(ctx);
  const { winners, held } = await findWinners(ctx, { season, boardId: board.id, settings });
  const { rows: owned } = await sql<{ id: string; name: string }>`
    select line.id, users.name from duolingo_rankings line
    join confirmed_cup_claims claim on claim.username = lower(line.username)
    join users on users.id = claim.user_id
    where line.id = any(${winners.map(({ row }) => row.id)}::uuid[])`.execute(db);
  const owners = new Map(owned.map(({ id, name }) => [id, name]));
  const waiting = await db
    .selectFrom('cupPrizes')
    .innerJoin('duolingoRankings as line', 'line.id', 'cupPrizes.rowId')
    .select(['cupPrizes.coins', isUndecided.as('isUndecided')])
    .where('cupPrizes.status', '=', 'waiting')
    .where('cupPrizes.season', '<', `${season}-01`)
    .execute();
  const sumOf = (prizes: typeof waiting) => ({
    count: prizes.length,
    coins: prizes.reduce((sum, { coins }) => sum + coins, 0),
  });
  const closed = (await findClosing(ctx, season)) ? seasonClosed : null;
  return {
    season,
    boardId: board.id,
    rows: board.rowCount,
    importedAt: board.createdAt.toISOString(),
    winners: winners.map(({ row: { id, fullName, username, language, totalExp }, place, coins }) => ({
      ...{ place, language, fullName, username, totalExp, coins },
      claimedBy: owners.get(id) ?? null,
    })),
    fewestParticipants: settings.fewestParticipants,
    held,
    lapsing: sumOf(waiting.filter((prize) => !prize.isUndecided)),
    undecided: sumOf(waiting.filter((prize) => prize.isUndecided)),
    allowed: { close: (closed ?? mayClose(season, now))?.code ?? null },
  };
}
