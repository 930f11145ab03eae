import type { Ctx } from '#server/ctx.ts';
import type { Locale } from '#shared/locales.ts';
import { tellAccountChanged } from './tell-account-changed.ts';

/** Changes what an account says of its person; what is left out stays. `image` is an address, or null for none. */
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
    .set({ ...changes, updatedAt: ctx.now })
    .where('id', '=', userId)
    .execute();
  await tellAccountChanged(ctx, userId);
}
