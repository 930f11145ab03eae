import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { Member } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { profileRefusals, type Streak } from '../contract.ts';
import { earliestHoliday, type Holiday, holidayRefusal } from '../rules.ts';
import { coverStreak } from './keep-streak.ts';
import { readStreak, readStreakFacts } from './read-streak.ts';

const refusals = {
  'not-ahead': profileRefusals.holidayNotAhead,
  'too-long': profileRefusals.holidayTooLong,
  'too-soon': profileRefusals.holidayTooSoon,
} as const;

/**
 * Plans a holiday ahead, during which no day breaks the streak; it takes the place of one that has not begun. The
 * profile's lock lets one of two plans see the other.
 * @throws Refusal holidayNotAhead, holidayTooLong with the most days, holidayTooSoon with the earliest day
 */
export async function planHoliday(
  outer: Ctx,
  { userId }: Member,
  { firstDay, lastDay }: Holiday,
): Promise<Streak> {
  return inTransaction(outer, async (ctx) => {
    const { today, holidays, holidayDays: most, daysBetweenHolidays } = await lockStreak(ctx, userId);
    const begun = holidays.filter((each) => each.firstDay <= today);
    const earliest = earliestHoliday(today, begun.at(-1)?.lastDay ?? null, daysBetweenHolidays);
    const refusal = holidayRefusal({ firstDay, lastDay, today, earliest, most });
    if (refusal) throw new Refusal(refusals[refusal], { most, earliest });
    await ctx.db
      .deleteFrom('streakHolidays')
      .where('userId', '=', userId)
      .where('firstDay', '>', today)
      .execute();
    await ctx.db
      .insertInto('streakHolidays')
      .values({ userId, firstDay, lastDay, plannedOn: today })
      .execute();
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    return readStreak(ctx, userId);
  });
}

/** Calls a holiday off that has not begun, and ends one that has: its days until yesterday stay. */
export async function endHoliday(outer: Ctx, { userId }: Member): Promise<Streak> {
  return inTransaction(outer, async (ctx) => {
    const { today } = await lockStreak(ctx, userId);
    // The days that it covered are kept before it is cut short.
    await coverStreak(ctx, userId);
    const own = ctx.db.deleteFrom('streakHolidays').where('userId', '=', userId);
    await own.where('firstDay', '>=', today).execute();
    await ctx.db
      .updateTable('streakHolidays')
      .set({ lastDay: addDays(today, -1) })
      .where('userId', '=', userId)
      .where('lastDay', '>=', today)
      .execute();
    await publish(ctx, { kind: 'profiles.changed', audience: [userId] });
    return readStreak(ctx, userId);
  });
}

async function lockStreak(ctx: Ctx, userId: string) {
  await ctx.db.selectFrom('profiles').select('userId').where('userId', '=', userId).forUpdate().execute();
  return readStreakFacts(ctx, userId);
}
