import type { Ctx } from '#server/ctx.ts';
import type { Locale } from '#shared/locales.ts';
import { tellAccountChanged } from './tell-account-changed.ts';

/**
 * Changes the given fields of an account. `image` is an address, or null for none. A name that is given, also the
 * present one, answers the question for it.
 */
export async function changeUser(
  ctx: Ctx,
  userId: string,
  changes: {
    name?: string | undefined;
    image?: string | null | undefined;
    zone?: string | undefined;
    locale?: Locale | undefined;
  },
): Promise<void> {
  await ctx.db
    .updateTable('users')
    .set({ ...changes, ...(changes.name !== undefined && { nameAnswered: true }), updatedAt: ctx.now })
    .where('id', '=', userId)
    .execute();
  await tellAccountChanged(ctx, userId);
}
