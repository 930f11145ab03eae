import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { countRowsOfBoard } from '../claims/count-cup-practice.ts';
import { boardChanged, seasonClosed } from '../contract.ts';
import { lockCup } from '../seasons/lock-cup.ts';

/**
 * Makes a board the live one, in the caller's transaction, which holds the lock on the board's row. `replacing` is the
 * live board that the administrator saw, null for none: when another board became live since, the call is refused.
 * Readers see the old board until the commit, then the new one. Of a closed month only the board it was closed with can
 * be live. The activity of claimed rows counts as practice of today, where it was not counted for the month.
 * @throws Refusal boardChanged, seasonClosed
 */
export async function goLive(
  ctx: Ctx,
  board: { id: string; season: string },
  replacing: string | null,
): Promise<void> {
  const { db, now, actor } = ctx;
  const { id: boardId, season } = board;
  const live = (await lockCup(ctx, 'update')) ?? null;
  if (live !== replacing) throw new Refusal(boardChanged);
  const closed = await db
    .selectFrom('cupSeasons')
    .select('boardId')
    .where('season', '=', season)
    .executeTakeFirst();
  if (closed && closed.boardId !== boardId) throw new Refusal(seasonClosed);
  if (live) await db.updateTable('cupBoards').set({ status: 'archived' }).where('id', '=', live).execute();
  try {
    await db
      .updateTable('cupBoards')
      .set({ status: 'live', liveAt: now, liveBy: memberOf(actor).userId })
      .where('id', '=', boardId)
      .execute();
  } catch (error) {
    // Without a live board there is no row to lock, so the unique index decides between two first boards.
    if (brokenConstraint(error) === 'one_live_board') throw new Refusal(boardChanged);
    throw error;
  }
  await countRowsOfBoard(ctx, boardId);
  await publish(ctx, { kind: 'cup.changed', subject: boardId });
}
