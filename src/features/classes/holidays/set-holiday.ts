import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { refuse } from '#shared/refusal.ts';
import type { setHoliday as operation } from '../contract.ts';
import { may } from '../permissions.ts';
import { listHolidays } from './list-holidays.ts';

/** Makes a day a holiday, or names it again. No class is cancelled: the answer says how many are on that day. */
export async function setHoliday(outer: Ctx, day: string, name: string): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'keep-holidays'));
  return inTransaction(outer, async (ctx) => {
    await ctx.db
      .insertInto('classHolidays')
      .values({ day, name })
      .onConflict((conflict) => conflict.column('day').doUpdateSet({ name }))
      .execute();
    await recordAct(ctx, { act: 'classes.set-holiday', detail: { day, title: name } });
    await publish(ctx, { kind: 'classes.changed' });
    return listHolidays(ctx);
  });
}
