import { readRule } from '#features/coins/read-rule.ts';
import type { Ctx } from '#server/ctx.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { dayAround, instantAtOrLater } from '#shared/time/wall-clock.ts';
import { proposedClips } from './seed-desk.ts';
import type { Attended } from './seed-history.ts';
import type { People } from './seed-people.ts';

/** Coins that practice paid, as the ledger of a person holds them. */
export type EarnedCoins = {
  userId: string;
  at: Date;
  coins: number;
  kind: 'reward' | 'event_reward';
  said: string;
  cause: string;
};

/** The days before today on which students watched videos. */
const daysOfViews = 6;

type View = { videoId: string; title: string; seconds: number; day: string; at: Date };

/** A practice of a day on its person's own calendar, counted at that instant, with what it pays beside the streak. */
type Practice = Omit<EarnedCoins, 'userId'> & { day: string };

/**
 * Inserts what students have done: videos watched, liked and saved, and the days on which they practised. Returns what
 * their practice paid, by the rules of coins.
 */
export async function seedPractice(
  ctx: Ctx,
  people: People,
  attended: readonly Attended[],
): Promise<EarnedCoins[]> {
  const ofView = await readRule(ctx, 'counted_video');
  const ofClass = await readRule(ctx, 'attended_class');
  const earned: EarnedCoins[] = [];
  for (const [at, userId] of people.students.entries()) {
    const classes = attended.filter((one) => one.userId === userId);
    const views = await seedViews(ctx, userId, at);
    await ctx.db
      .updateTable('profiles')
      .set({
        totalVideosWatched: views.length,
        totalLearningSeconds: [...views, ...classes].reduce((sum, { seconds }) => sum + seconds, 0),
      })
      .where('userId', '=', userId)
      .execute();
    const practices: Practice[] = [
      ...upTo(ofView.dailyMost, views).map(({ pays, ...view }) => ({
        day: view.day,
        at: view.at,
        coins: pays ? ofView.amount : 0,
        kind: 'reward' as const,
        said: view.title,
        cause: `video:${view.videoId}:${view.day}`,
      })),
      ...upTo(ofClass.dailyMost, classes).map(({ pays, ...one }) => ({
        day: one.day,
        at: one.closedAt,
        coins: pays ? ofClass.amount : 0,
        kind: 'event_reward' as const,
        said: one.title,
        cause: `class:${one.classId}`,
      })),
    ];
    earned.push(...(await seedDays(ctx, userId, practices)));
  }
  return earned.filter(({ coins }) => coins > 0);
}

/** Inserts what a student watched since they joined, in the evenings of the last days. Answers it by its time. */
async function seedViews({ db, now }: Ctx, userId: string, at: number): Promise<View[]> {
  const { zone, createdAt, ageGroup } = await db
    .selectFrom('users')
    .innerJoin('profiles', 'profiles.userId', 'users.id')
    .select(['zone', 'users.createdAt', 'ageGroup'])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow();
  const videos = await db
    .selectFrom('videos')
    .select(['id', 'title', 'seconds'])
    .$if(ageGroup === 'kid', (query) => query.where('isForKids', '=', true))
    .orderBy('createdAt')
    // The oldest are proposals that no student has seen.
    .offset(proposedClips)
    .execute();
  const today = dayAround(now, zone).day;
  const views = videos
    .filter((_, nth) => (nth * 7 + at * 5) % 11 < (at === 0 ? 6 : 3))
    .map(({ id, title, seconds }, nth): View => {
      const day = addDays(today, -(nth % daysOfViews) - 1);
      const evening = instantAtOrLater({ date: day, time: '19:00', zone });
      const watchedAt = new Date(evening.getTime() + (at + nth) * minuteMs);
      return { videoId: id, title, seconds: seconds ?? 0, day, at: watchedAt };
    })
    .filter((view) => view.at > createdAt);
  if (views.length > 0) {
    await db
      .insertInto('videoInteractions')
      .values([
        ...views.map(({ videoId, seconds, day, at: createdAt }) => ({
          userId,
          videoId,
          interactionType: 'view' as const,
          day,
          watchedSeconds: seconds,
          createdAt,
        })),
        ...views.slice(0, 3).map(({ videoId, at: createdAt }, nth) => ({
          userId,
          videoId,
          interactionType: nth === 0 ? ('save' as const) : ('like' as const),
          day: null,
          watchedSeconds: null,
          createdAt,
        })),
      ])
      .execute();
  }
  return views.toSorted(byTime);
}

/** A rule pays as many practices of a day as it allows, the first ones; all of them where it has no limit. */
function upTo<T extends { day: string }>(
  most: number | null,
  practices: readonly T[],
): (T & { pays: boolean })[] {
  const times = new Map<string, number>();
  return practices.map((one) => {
    const nth = (times.get(one.day) ?? 0) + 1;
    times.set(one.day, nth);
    return { ...one, pays: most === null || nth <= most };
  });
}

/**
 * Inserts the days of practice, from which the database counts the streak. The first practice of a day pays the day,
 * each seventh day in a row a full week. Answers that and what the practices pay, by its time.
 */
async function seedDays(ctx: Ctx, userId: string, practices: readonly Practice[]): Promise<EarnedCoins[]> {
  const paid = { day: await readRule(ctx, 'streak_day'), week: await readRule(ctx, 'streak_week') };
  const byDay = Map.groupBy(practices.toSorted(byTime), ({ day }) => day);
  let inARow = 0;
  const days = [...byDay]
    .toSorted(([one], [other]) => one.localeCompare(other))
    .map(([day, done]) => {
      inARow = byDay.has(addDays(day, -1)) ? inARow + 1 : 1;
      const paidAs = inARow % 7 === 0 ? ('week' as const) : ('day' as const);
      return { day, done, paidAs };
    });
  if (days.length === 0) return [];
  await ctx.db
    .insertInto('practiceDays')
    .values(days.map(({ day, done, paidAs }) => ({ userId, day, practices: done.length, paidAs })))
    .execute();
  return days.flatMap(({ day, done, paidAs }) => {
    const coins = paid[paidAs].amount;
    const streak = { kind: 'reward' as const, said: `streak-${paidAs}`, cause: `streak:${day}` };
    return [
      ...done.slice(0, 1).map(({ at }) => ({ userId, at, coins, ...streak })),
      ...done.map(({ at, coins, kind, said, cause }) => ({ userId, at, coins, kind, said, cause })),
    ];
  });
}

function byTime(one: { at: Date }, other: { at: Date }): number {
  return one.at.getTime() - other.at.getTime();
}
