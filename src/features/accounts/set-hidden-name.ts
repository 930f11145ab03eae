import type { Ctx } from '#server/ctx.ts';

/** What others see while a name is hidden, and why it is. `image` is the address of a picture. */
export type HiddenName = { alias: string; image: string; reason: string };

/**
 * Hides the name and the picture of an account from others, or shows them again (null). Hiding what is hidden decides
 * about a name or picture that the person chose since, which waits for an administrator: it stays hidden.
 */
export async function setHiddenName(ctx: Ctx, userId: string, hidden: HiddenName | null): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({
      nameAlias: hidden?.alias ?? null,
      aliasImage: hidden?.image ?? null,
      nameHiddenAt: hidden && ctx.now,
      nameHiddenReason: hidden?.reason ?? null,
      nameChosenAt: null,
      updatedAt: ctx.now,
    })
    .where('id', '=', userId)
    .execute();
}
