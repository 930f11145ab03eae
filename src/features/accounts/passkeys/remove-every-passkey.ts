import type { Ctx } from '#server/ctx.ts';

/** Removes what another person may have added before the owner took the account back. */
export async function removeEveryPasskey({ db }: Pick<Ctx, 'db'>, userId: string): Promise<void> {
  await db.deleteFrom('passkeys').where('userId', '=', userId).execute();
  await db.deleteFrom('passkeyChallenges').where('userId', '=', userId).execute();
}
