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
