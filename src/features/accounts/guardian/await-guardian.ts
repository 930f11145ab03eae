import type { Ctx } from '#server/ctx.ts';

/**
 * Notes that a person who said that they are a kid has not named a guardian yet: until one consents they join no live
 * class. To be called in a transaction, by the kid's own request.
 */
export async function awaitGuardian({ db }: Ctx, userId: string): Promise<void> {
  await db
    .insertInto('guardianConsents')
    .values({ userId })
    .onConflict((conflict) => conflict.column('userId').doNothing())
    .execute();
}
