import type { Ctx } from '#server/ctx.ts';
import { readStreakFacts } from './read-streak.ts';

/** The facts of a person's streak, with the profile locked until the caller's transaction ends. */
export async function lockStreak(ctx: Ctx, userId: string) {
  await ctx.db.selectFrom('profiles').select('userId').where('userId', '=', userId).forUpdate().execute();
  return readStreakFacts(ctx, userId);
}
