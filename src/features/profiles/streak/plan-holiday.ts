import { lockExistingPerson } from '#features/accounts/sessions/lock-person.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { profileRefusals, type Streak } from '../contract.ts';
import { earliestHoliday, type Holiday, holidayRefusal } from '../rules.ts';
import { lockStreak } from './lock-streak.ts';
import { readStreak } from './read-streak.ts';

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
export async function planHoliday(outer: Ctx, { firstDay, lastDay }: Holiday): Promise<Streak> {
  const { userId } = memberOf(outer.actor);
  return inTransaction(outer, async (ctx) => {
    await lockExistingPerson(ctx, userId, commonRefusals.signInFirst);
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
    return readStreak(ctx);
  });
}
