import type { Ctx } from '#server/ctx.ts';
import { lockProfiles } from '../lock-profiles.ts';
import { readStreakFacts } from './read-streak.ts';

/** The facts of a person's streak, with the profile locked until the caller's transaction ends. */
export async function lockStreak(ctx: Ctx, userId: string) {
  await lockProfiles(ctx, [userId]);
  return readStreakFacts(ctx, userId);
}
