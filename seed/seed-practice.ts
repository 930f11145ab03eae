import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { People } from './seed-people.ts';

const hour = 3600 * 1000;

/** What people have done so far: videos watched, liked and saved, coins earned, two things bought. */
export async function seedPractice(ctx: Ctx, people: People): Promise<void> {
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
        totalVideosWatched: watched.length,
        totalLearningSeconds: watched.reduce((sum, { seconds }) => sum + (seconds ?? 0), 0),
      })
      .where('userId', '=', userId)
      .execute();
  }
  const [ximena] = people.students;
  if (ximena) await seedLedger(ctx, ximena);
}

/** A few weeks of earning and spending for the student whose sign-in the demo offers. */
async function seedLedger({ db, now }: Ctx, userId: string): Promise<void> {
  const movements: readonly [daysAgo: number, coins: number, kind: string, said: string][] = [
    [24, 20, 'event_reward', 'English Coffee'],
    [22, 20, 'event_reward', 'Speaking Circle'],
    [20, 300, 'duolingo_reward', 'Copa de Inglés: segundo lugar'],
    [16, 50, 'reward', 'Racha de siete días'],
    [13, 20, 'event_reward', 'Apéro français'],
    [9, 100, 'referral', 'Renata tomó su primera clase'],
    [6, 20, 'event_reward', 'English Coffee'],
    [2, 50, 'reward', 'Racha de siete días'],
  ];
  for (const [daysAgo, coins, kind, said] of movements) {
    const at = new Date(now.getTime() - daysAgo * 24 * hour);
    await sql`select * from append_to_ledger(${userId}, ${coins}, ${kind}, ${said}, ${`demo:${daysAgo}`}, ${at})`.execute(
      db,
    );
  }
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 24 * hour).toISOString().slice(0, 10);
}
