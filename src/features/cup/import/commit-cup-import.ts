import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { alreadyLive, noRows, type commitCupImport as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { goLive } from './go-live.ts';

/**
 * Publishes a previewed draft, once, in place of the board that its preview was compared with: the live one, or that of
 * the draft's month in the archive where the live board is of a later month.
 * @throws Refusal notFound, alreadyLive, noRows, boardChanged, seasonClosed
 */
export async function commitCupImport(outer: Ctx, id: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async (ctx) => {
    const draft = await ctx.db
      .selectFrom('cupBoards')
      .select(['id', 'status', 'season', 'rowCount', 'comparedWith'])
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (!draft) throw new Refusal(commonRefusals.notFound);
    if (draft.status !== 'draft') throw new Refusal(alreadyLive);
    if (draft.rowCount === 0) throw new Refusal(noRows);
    const live = await goLive(ctx, draft, draft.comparedWith);
    const season = draft.season.slice(0, 7);
    const detail = { season, rows: draft.rowCount };
    await recordAct(ctx, { act: 'cup.publish-board', subject: draft.id, detail });
    return { boardId: draft.id, season, count: draft.rowCount, live };
  });
}
