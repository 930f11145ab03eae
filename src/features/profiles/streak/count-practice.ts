import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { coverStreak } from './cover-streak.ts';
import { watchStreak } from './keep-streak.ts';
import { payStreakDay } from './pay-streak-day.ts';
import { uncoverDay } from './uncover-day.ts';

export type PracticeOfDay = {
  userId: string;
  /** The day it happened on, `yyyy-mm-dd`, on the person's own calendar. */
  day: string;
  /** The learning time it adds. */
  seconds: number;
  /** Videos that counted for the first time that day. */
  videos?: number;
};

/**
 * Adds practice to the totals and the practice days of a profile, in the transaction that records the practice itself.
 * The profile row is locked until that ends, so practice of one person is counted in turn. A trigger derives the streak
 * from the days, so practice that is counted late fills its gap. Days that were missed before it are covered first
 * (`cover-streak.ts`), and those after it once it is counted: the day itself needs no shield. The first practice of a
 * day pays the day's coins of the streak; returns how many.
 */
export async function countPractice(
  ctx: Ctx,
  { userId, day, seconds, videos = 0 }: PracticeOfDay,
): Promise<number> {
  await ctx.db
    .updateTable('profiles')
    .set((row) => ({
      totalVideosWatched: row('totalVideosWatched', '+', videos),
      totalLearningSeconds: row('totalLearningSeconds', '+', seconds),
    }))
    .where('userId', '=', userId)
    .execute();
  await coverStreak(ctx, userId, day);
  const { practices } = await ctx.db
    .insertInto('practiceDays')
    .values({ userId, day, practices: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day']).doUpdateSet({ practices: sql`practice_days.practices + 1` }),
    )
    .returning('practices')
    .executeTakeFirstOrThrow();
  if (practices > 1) return 0;
  await uncoverDay(ctx, userId, day);
  await coverStreak(ctx, userId);
  await watchStreak(ctx, userId);
  return payStreakDay(ctx, { userId, day });
}
