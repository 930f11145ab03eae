import type { Ctx } from '#server/ctx.ts';
import { brokenConstraint } from '#server/db/error-code.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { boardChanged } from '../contract.ts';

/**
 * Makes a board the live one, in the caller's transaction, which holds the lock on the board's row. `replacing` is the
 * live board that the administrator saw, null for none: when another board became live since, the call is refused.
 * Readers see the old board until the commit, then the new one.
 * @throws Refusal boardChanged
 */
export async function goLive(ctx: Ctx, boardId: string, replacing: string | null): Promise<void> {
  const { db, now, actor } = ctx;
  const live = await db
    .selectFrom('cupBoards')
    .select('id')
    .where('status', '=', 'live')
    .forUpdate()
    .executeTakeFirst();
  if ((live?.id ?? null) !== replacing) throw new Refusal(boardChanged);
  if (live) await db.updateTable('cupBoards').set({ status: 'archived' }).where('id', '=', live.id).execute();
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
  await publish(ctx, { kind: 'cup.changed', subject: boardId });
}
