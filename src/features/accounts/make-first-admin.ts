import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { Authentication } from './create-authentication.ts';

/**
 * Makes the administrator that the settings name, unless the community has one already: from then on
 * people change roles in the product, and a forgotten setting must not undo that.
 */
export async function makeFirstAdmin(
  ctx: Ctx,
  authentication: Authentication,
  { email, password }: { email: string; password: string },
): Promise<boolean> {
  const admin = await ctx.db
    .selectFrom('userRoles')
    .select('userId')
    .where('role', '=', 'admin')
    .executeTakeFirst();
  if (admin) return false;
  const known = await ctx.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
  const userId = known?.id ?? (await signUp(authentication, email, password));
  await inTransaction(ctx, async ({ db }) => {
    await db.deleteFrom('userRoles').where('userId', '=', userId).execute();
    await db.insertInto('userRoles').values({ userId, role: 'admin' }).execute();
  });
  return true;
}

async function signUp(authentication: Authentication, email: string, password: string): Promise<string> {
  const name = email.slice(0, email.indexOf('@'));
  const { user } = await authentication.api.signUpEmail({ body: { email, password, name } });
  return user.id;
}
