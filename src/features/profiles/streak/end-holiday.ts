import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import type { Streak } from '../contract.ts';
import { coverStreak } from './cover-streak.ts';
import { lockStreak } from './lock-streak.ts';
import { readStreak } from './read-streak.ts';

/** Calls a holiday off that has not begun, and ends one that has: its days until yesterday stay. */
export async function endHoliday(outer: Ctx): Promise<Streak> {
  const { userId } = memberOf(outer.actor);
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
    return readStreak(ctx);
  });
}
