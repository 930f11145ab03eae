import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';

export type Practice = {
  userId: string;
  /** The day it happened on, `yyyy-mm-dd`, in the person's own zone. */
  day: string;
  /** The learning time it adds. */
  seconds: number;
  /** Videos that counted for the first time that day. */
  videos?: number;
};

/**
 * Adds practice to what a profile has added up, in the transaction that records the practice itself: the totals
 * always equal its recount. The profile's row is held until that ends, so a person's practice follows one
 * another. The day makes the streak go on from the day before; it stays as it is on the same day, and begins
 * anew otherwise. A day before the last one (somebody travelled west, a roll was called late) changes nothing.
 */
export async function countPractice(
  { db }: Ctx,
  { userId, day, seconds, videos = 0 }: Practice,
): Promise<void> {
  await db
    .updateTable('profiles')
    .set((row) => ({
      totalVideosWatched: row('totalVideosWatched', '+', videos),
      totalLearningSeconds: row('totalLearningSeconds', '+', seconds),
      streakDays: sql<number>`case
        when last_practice_day >= ${day}::date then streak_days
        when last_practice_day = ${day}::date - 1 then streak_days + 1
        else 1 end`,
      lastPracticeDay: sql<string>`greatest(last_practice_day, ${day}::date)`,
    }))
    .where('userId', '=', userId)
    .execute();
}
