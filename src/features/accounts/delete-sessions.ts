import type { Ctx } from '#server/ctx.ts';

/** Signs a person out everywhere, and ends sign-ins that wait for the second factor. Answers the number of sessions. */
export async function deleteSessions({ db }: Pick<Ctx, 'db'>, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  await deleteChallenges({ db }, userId);
  return Number(numDeletedRows);
}

/** Ends sign-ins that wait for the second factor: their password was right once, and may not be any more. */
export async function deleteChallenges({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await db
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', 'like', '2fa-%')
    .execute();
}
