import type { Ctx } from '#server/ctx.ts';

/**
 * Takes the cover off a day that was practised after all: a class whose roll was closed late. Its shield is in hand
 * again. Nothing else gives one back.
 */
export async function uncoverDay({ db }: Ctx, userId: string, day: string): Promise<void> {
  await db.deleteFrom('keptDays').where('userId', '=', userId).where('day', '=', day).execute();
  await db
    .updateTable('streakShields')
    .set({ usedOn: null })
    .where('userId', '=', userId)
    .where('usedOn', '=', day)
    .execute();
}
