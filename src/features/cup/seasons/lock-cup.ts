import type { Ctx } from '#server/ctx.ts';

/**
 * Locks the row of the live board until the transaction ends, and returns it; undefined without a live board.
 * Publishing, putting back, closing, holding or releasing a row and changing the settings take the row for themselves
 * (`update`). What is done to a claim takes it together with others (`share`), so that those see every owner, and an
 * owner every board and what of it is held.
 */
export async function lockCup(
  { db }: Ctx,
  mode: 'update' | 'share',
): Promise<{ id: string; season: string } | undefined> {
  const live = db.selectFrom('cupBoards').select(['id', 'season']).where('status', '=', 'live');
  const lock = async () => (mode === 'update' ? live.forUpdate() : live.forShare()).executeTakeFirst();
  // Another board may have taken the place of the one whose lock this waited for; that one is locked then.
  return (await lock()) ?? (await lock());
}
