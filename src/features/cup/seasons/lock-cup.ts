import type { Ctx } from '#server/ctx.ts';

/**
 * Locks the row of the live board until the transaction ends, and returns its id; undefined without a live board.
 * Publishing, putting back and closing take the row for themselves (`update`). Confirming a claim takes it together
 * with other confirmations (`share`), so that a closing sees every claim, and a claim every closing.
 */
export async function lockCup({ db }: Ctx, mode: 'update' | 'share'): Promise<string | undefined> {
  const live = db.selectFrom('cupBoards').select('id').where('status', '=', 'live');
  const locked = await (mode === 'update' ? live.forUpdate() : live.forShare()).executeTakeFirst();
  return locked?.id;
}
