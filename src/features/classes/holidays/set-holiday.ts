import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { holidayRefusals, type setHoliday as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { daysFrom, mostHolidayDays } from './holiday-rules.ts';
import { listHolidays } from './list-holidays.ts';

/**
 * Makes a day a holiday, or names it again. Several days at once leave the name of those that are holidays: Christmas
 * stays Christmas in the middle of a break. No class is cancelled: the answer says how many are on these days.
 * @throws Refusal notAllowed, badInput where the last day is before the first, holidayRefusals.tooManyDays
 */
export async function setHoliday(
  outer: Ctx,
  day: string,
  { name, until = day }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'keep-holidays'));
  const days = daysFrom(day, until);
  if (days.length === 0) throw new Refusal(commonRefusals.badInput);
  if (days.length > mostHolidayDays) {
    throw new Refusal(holidayRefusals.tooManyDays, { most: mostHolidayDays });
  }
  return inTransaction(outer, async (ctx) => {
    const inserted = await ctx.db
      .insertInto('classHolidays')
      .values(days.map((each) => ({ day: each, name })))
      .onConflict((conflict) => conflict.column('day').doNothing())
      .returning('day')
      .execute();
    if (days.length === 1) {
      await ctx.db.updateTable('classHolidays').set({ name }).where('day', '=', day).execute();
    }
    const added = inserted.map((row) => row.day).sort();
    await recordAct(ctx, {
      act: 'classes.set-holiday',
      detail: { day: days.length === 1 ? day : { from: day, to: until }, title: name },
    });
    await publish(ctx, { kind: 'classes.changed' });
    return { ...(await listHolidays(ctx)), added };
  });
}
