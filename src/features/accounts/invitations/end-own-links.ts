import type { Ctx } from '#server/ctx.ts';

/** Ends every open link of a person who may make none any more, because their account became a kid's. */
export async function endOwnLinks({ db, now }: Ctx, userId: string): Promise<void> {
  await db
    .updateTable('inviteLinks')
    .set({ endedAt: now })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .where('endsAt', '>', now)
    .execute();
}
