import type { Ctx } from '#server/ctx.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

const hour = 3600 * 1000;

/** Inserts what students have done: videos watched, liked and saved, classes attended. */
export async function seedPractice(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const { db, now } = ctx;
  const videos = await db.selectFrom('videos').select(['id', 'seconds']).orderBy('createdAt').execute();
  for (const [at, userId] of people.students.entries()) {
    const watched = videos.filter((_, nth) => (nth * 7 + at * 5) % 11 < (at === 0 ? 6 : 3));
    if (watched.length > 0) {
      await db
        .insertInto('videoInteractions')
        .values(
          watched.map(({ id, seconds }, nth) => ({
            userId,
            videoId: id,
            interactionType: 'view',
            day: dayBefore(now, (nth % 6) + 1),
            watchedSeconds: seconds,
          })),
        )
        .execute();
      await db
        .insertInto('videoInteractions')
        .values(
          watched.slice(0, 3).map(({ id }, nth) => ({
            userId,
            videoId: id,
            interactionType: nth === 0 ? 'save' : 'like',
          })),
        )
        .execute();
    }
    await db
      .updateTable('profiles')
      .set({
        streakDays: at === 0 ? 6 : (at * 5) % 9,
        lastPracticeDay: dayBefore(now, 1),
        totalVideosWatched: watched.length,
        totalLearningSeconds: [...watched, ...attended.filter((one) => one.userId === userId)].reduce(
          (sum, { seconds }) => sum + (seconds ?? 0),
          0,
        ),
      })
      .where('userId', '=', userId)
      .execute();
  }
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * hour).toISOString().slice(0, 10);
}
