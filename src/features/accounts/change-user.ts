import type { Ctx } from '#server/ctx.ts';
import { tellAccountChanged } from './tell-account-changed.ts';

/** Changes what an account shows of its person: the name, or the address of the picture (null: none). */
export async function changeUser(
  ctx: Ctx,
  userId: string,
  changes: { name?: string; image?: string | null },
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ ...changes, updatedAt: ctx.now })
    .where('id', '=', userId)
    .execute();
  await tellAccountChanged(ctx, userId);
}
