import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { type DueWork, type Handler, putDue } from '#server/jobs/due-work.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';
import { dayAround } from '#shared/time/wall-clock.ts';
import { coverMissedDays } from '../rules.ts';
import { readStreakFacts } from './read-streak.ts';

/** Looks at the day that a person just missed or practised. Its subject is the person. */
const keepStreakWork: DueWork = {
  kind: 'keep-streak',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};

/** Some hours after midnight: late enough for the roll of an evening class that was closed the same night. */
const lateMs = 4 * hourMs;

/**
 * Covers the days that a person missed since the last one of their streak, with a holiday or with a shield, which is
 * then used up; the person is told. The caller has locked the profile. What is left uncovered breaks the streak.
 */
export async function coverStreak(ctx: Ctx, userId: string): Promise<{ alive: boolean }> {
  const { last, days, ...facts } = await readStreakFacts(ctx, userId);
  if (last === null || days === 0) return { alive: false };
  const { kept, broken } = coverMissedDays({ last, ...facts });
  for (const { day, by } of kept) {
    await ctx.db.insertInto('keptDays').values({ userId, day, keptBy: by }).execute();
    if (by === 'shield') await useShield(ctx, userId, day);
  }
  if (kept.length > 0) await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
  return { alive: !broken };
}

async function useShield(ctx: Ctx, userId: string, day: string): Promise<void> {
  await ctx.db
    .updateTable('streakShields')
    .set({ usedOn: day })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('streakShields')
        .select('id')
        .where('userId', '=', userId)
        .where('usedOn', 'is', null)
        .orderBy('gotOn')
        .orderBy('id')
        .limit(1),
    )
    .execute();
  await notify(ctx, {
    to: [userId],
    kind: 'profiles.shield-used',
    detail: { until: `${day}T12:00:00.000Z` },
    link: '/dashboard',
    once: `streak-shield:${day}`,
  });
}

/**
 * Takes the cover off a day that was practised after all: a class whose roll was closed late. Its shield is in hand
 * again. Nothing else gives one back.
 */
export async function uncoverDay({ db }: Ctx, userId: string, day: string): Promise<void> {
  await db.deleteFrom('keptDays').where('userId', '=', userId).where('day', '=', day).execute();
  await db
    .updateTable('streakShields')
    .set({ usedOn: null })
    .where('userId', '=', userId)
    .where('usedOn', '=', day)
    .execute();
}

/** Has the streak looked at once the person's next day is over. */
export async function watchStreak(ctx: Ctx, userId: string): Promise<void> {
  await putDue(ctx, keepStreakWork, userId, await nextLook(ctx, userId));
}

/** When tomorrow will be over in the person's zone, and some hours. */
async function nextLook({ db, now }: Ctx, userId: string): Promise<Date> {
  const { zone } = await db
    .selectFrom('users')
    .select('zone')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const tomorrow = dayAround(dayAround(now, zone).to, zone);
  return new Date(tomorrow.to.getTime() + lateMs);
}

/** Uses shields and holidays day by day, until the streak breaks or the account is deleted. */
export const keepStreak: Handler = {
  work: keepStreakWork,
  run: async (outer, userId) =>
    inTransaction(outer, async (ctx) => {
      const person = await ctx.db
        .selectFrom('profiles')
        .innerJoin('users', 'users.id', 'profiles.userId')
        .select('users.zone')
        .where('profiles.userId', '=', userId)
        .where('users.deletedAt', 'is', null)
        .forUpdate('profiles')
        .executeTakeFirst();
      if (!person) return undefined;
      const { alive } = await coverStreak(ctx, userId);
      return alive ? new Date(dayAround(ctx.now, person.zone).to.getTime() + lateMs) : undefined;
    }),
};
