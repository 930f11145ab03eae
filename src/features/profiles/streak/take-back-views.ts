import type { Ctx } from '#server/ctx.ts';

/**
 * Takes views back that `countPractice` has counted, in the transaction that deletes them. The streak is not touched.
 */
export async function takeBackViews(
  { db }: Ctx,
  userId: string,
  { videos, seconds }: { videos: number; seconds: number },
): Promise<void> {
  await db
    .updateTable('profiles')
    .set((row) => ({
      totalVideosWatched: row('totalVideosWatched', '-', videos),
      totalLearningSeconds: row('totalLearningSeconds', '-', seconds),
    }))
    .where('userId', '=', userId)
    .execute();
}
