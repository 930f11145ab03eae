import { symmetricDecrypt } from 'better-auth/crypto';
import type { Ctx } from '#server/ctx.ts';

/** Takes off a person's second factor with its backup codes; every session of theirs ends (a trigger). */
export async function removeFactor({ db, now }: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<void> {
  await db.deleteFrom('twoFactors').where('userId', '=', userId).execute();
  await db
    .updateTable('users')
    .set({ twoFactorEnabled: false, updatedAt: now })
    .where('id', '=', userId)
    .execute();
}

/** Takes off every second factor that was encrypted with another secret; answers how many. */
export async function removeUnreadableFactors(ctx: Pick<Ctx, 'db' | 'now'>, secret: string): Promise<number> {
  const unreadable = await findUnreadableFactors(ctx, secret);
  for (const userId of unreadable) await removeFactor(ctx, userId);
  return unreadable.length;
}

/** Whose second factor this secret does not decrypt, of all people or of one. */
export async function findUnreadableFactors(
  { db }: Pick<Ctx, 'db'>,
  secret: string,
  userId?: string,
): Promise<string[]> {
  const factors = await db
    .selectFrom('twoFactors')
    .select(['userId', 'secret'])
    .$if(userId !== undefined, (all) => all.where('userId', '=', String(userId)))
    .execute();
  const unreadable: string[] = [];
  for (const factor of factors) {
    await symmetricDecrypt({ key: secret, data: factor.secret }).catch(() => unreadable.push(factor.userId));
  }
  return unreadable;
}
