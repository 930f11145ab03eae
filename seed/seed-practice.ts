import type { Ctx } from '#server/ctx.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

const hour = 3600 * 1000;

/** Inserts what students have done: videos watched, liked and saved, classes attended. */
export async function seedPractice(ctx: Ctx, people: People, attended: readonly Attended[]): Promise<void> {
  const { db, now } = ctx;
  const videos = await db.selectFrom('videos').select(['id', 'seconds']).orderBy('createdAt').execute();
  for (const [at, userId] of people.students.entries()) {
    const classes = attended.filter((one) => one.userId === userId);
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
        totalVideosWatched: watched.length,
        totalLearningSeconds: [...watched, ...classes].reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
      })
      .where('userId', '=', userId)
      .execute();
    await seedDays(ctx, userId, [
      ...watched.map((_, nth) => dayBefore(now, (nth % 6) + 1)),
      ...classes.map(({ day }) => day),
    ]);
  }
}

/** Inserts the days of practice, from which the database counts the streak. */
async function seedDays({ db }: Ctx, userId: string, days: readonly string[]): Promise<void> {
  const byDay = Map.groupBy(days, (day) => day);
  let inARow = 0;
  const counted = [...byDay]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([day, times]) => {
      inARow = byDay.has(addDays(day, -1)) ? inARow + 1 : 1;
      // Weeks before the demo count as paid, so that none is owed on its first day.
      const paidAs = inARow % 7 === 0 ? ('week' as const) : ('day' as const);
      return { userId, day, practices: times.length, paidAs };
    });
  if (counted.length > 0) await db.insertInto('practiceDays').values(counted).execute();
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * hour).toISOString().slice(0, 10);
}
