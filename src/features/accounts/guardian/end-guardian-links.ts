import type { Ctx } from '#server/ctx.ts';

/** Ends the links by which guardians could still consent to a kid's live classes. */
export async function endGuardianLinks({ db, now }: Ctx, userId: string): Promise<void> {
  await db
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('purpose', '=', 'guardian-consent')
    .where('usedAt', 'is', null)
    .execute();
}
