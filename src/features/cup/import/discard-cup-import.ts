import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { alreadyLive } from '../contract.ts';
import { may } from '../permissions.ts';

/**
 * Deletes a draft. No person deletes a board that was live.
 * @throws Refusal notFound, alreadyLive
 */
export async function discardCupImport(outer: Ctx, id: string): Promise<{ discarded: true }> {
  refuse(may(outer.actor, 'manage'));
  return inTransaction(outer, async ({ db }) => {
    const gone = await db
      .deleteFrom('cupBoards')
      .where('id', '=', id)
      .where('status', '=', 'draft')
      .returning('id')
      .executeTakeFirst();
    if (gone) return { discarded: true };
    const board = await db.selectFrom('cupBoards').select('id').where('id', '=', id).executeTakeFirst();
    throw new Refusal(board ? alreadyLive : commonRefusals.notFound);
  });
}
