import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { alreadyLive, type putBackCupBoard as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { goLive } from './go-live.ts';

/**
 * Makes an earlier board live again; the board that it replaces is archived.
 * @throws Refusal notFound (also for a draft, which was never live), alreadyLive, boardChanged, seasonClosed
 */
export async function putBackCupBoard(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const live = await ctx.db
      .selectFrom('cupBoards')
      .select('id')
      .where('status', '=', 'live')
      .executeTakeFirst();
    const board = await ctx.db
      .selectFrom('cupBoards')
      .select(['id', 'status', 'season', 'rowCount'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!board || board.status === 'draft') throw new Refusal(commonRefusals.notFound);
    if (board.status === 'live') throw new Refusal(alreadyLive);
    await goLive(ctx, board, live?.id ?? null);
    const season = board.season.slice(0, 7);
    const detail = { season, rows: board.rowCount };
    await recordAct(ctx, { act: 'cup.put-back-board', subject: board.id, detail });
    return { boardId: board.id, season, count: board.rowCount };
  });
}
