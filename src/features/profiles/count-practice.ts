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
 * Adds practice to the totals and the practice days of a profile, in the transaction that records the practice itself.
 * The profile row is locked until that ends, so practice of one person is counted in turn. A trigger derives the streak
 * from the days, so practice that is counted late fills its gap.
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
    }))
    .where('userId', '=', userId)
    .execute();
  await db
    .insertInto('practiceDays')
    .values({ userId, day, practices: 1 })
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day']).doUpdateSet({ practices: sql`practice_days.practices + 1` }),
    )
    .execute();
}
