import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { countRowsOfBoard } from '../claims/count-cup-practice.ts';
import { boardChanged, seasonClosed } from '../contract.ts';
import { findSeasonBoard } from '../seasons/find-season-board.ts';
import { lockCup } from '../seasons/lock-cup.ts';

/**
 * Whether a draft goes to the archive as the board of its month, because the live board is of a later one: figures that
 * an administrator imports to close a month do not take the running month off the ranking.
 */
export function isForArchive(draft: { season: string }, live: { season: string } | undefined): boolean {
  return live !== undefined && live.season > draft.season;
}

/**
 * Makes a board the live one, or the archived one of its month (`isForArchive`), in the caller's transaction, which
 * holds the lock on the board's row. `replacing` is the board whose place it takes as the administrator saw it, null
 * for none: when another board became live or that of the month since, the call is refused. An archived board is put
 * back live whatever its month is. Readers see the old board until the commit, then the new one. Once a month is
 * closed, only the board it was closed with can be live. The activity of claimed rows counts as practice of today,
 * where it was not counted for the month. Returns whether the board is live.
 * @throws Refusal boardChanged, seasonClosed
 */
export async function goLive(
  ctx: Ctx,
  board: { id: string; season: string; status: string },
  replacing: string | null,
): Promise<boolean> {
  const { db, now, actor } = ctx;
  const { id: boardId, season } = board;
  const live = await lockCup(ctx, 'update');
  const archived = board.status === 'draft' && isForArchive(board, live);
  const replaced = archived ? await findSeasonBoard(ctx, season.slice(0, 7)) : live;
  if ((replaced?.id ?? null) !== replacing) throw new Refusal(boardChanged);
  const closed = await db
    .selectFrom('cupSeasons')
    .select('boardId')
    .where('season', '=', season)
    .executeTakeFirst();
  if (closed && closed.boardId !== boardId) throw new Refusal(seasonClosed);
  if (live && !archived)
    await db.updateTable('cupBoards').set({ status: 'archived' }).where('id', '=', live.id).execute();
  try {
    await db
      .updateTable('cupBoards')
      .set({ status: archived ? 'archived' : 'live', liveAt: now, liveBy: memberOf(actor).userId })
      .where('id', '=', boardId)
      .execute();
  } catch (error) {
    // Without a live board there is no row to lock, so the unique index decides between two first boards.
    if (brokenConstraint(error) === 'one_live_board') throw new Refusal(boardChanged);
    throw error;
  }
  await countRowsOfBoard(ctx, boardId);
  await publish(ctx, { kind: 'cup.changed', subject: boardId });
  return !archived;
}
