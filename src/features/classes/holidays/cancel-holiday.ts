import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { cancelHoliday as operation } from '../contract.ts';
import { lockClasses } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { cancelLocked } from '../timetable/cancel-class.ts';
import { isOnHoliday, listHolidays } from './list-holidays.ts';

/**
 * Cancels the classes on a holiday, or on those until another day, those of no series where `single` says so, as
 * `cancelClass` does each, with refunds. Each student and each teacher is told why, once of all of theirs. The titles
 * that it answers are for a text to a group, so those of kids' classes are not in it.
 */
export async function cancelHoliday(
  outer: Ctx,
  day: string,
  { reason, until = day, single }: ReceivedOf<typeof operation>['body'],
): Promise<AnswerOf<typeof operation>> {
  refuse(may(outer.actor, 'keep-holidays'));
  return inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    const holiday = await db
      .selectFrom('classHolidays')
      .select('name')
      .where('day', '=', day)
      .executeTakeFirst();
    if (!holiday) throw new Refusal(commonRefusals.notFound);
    const ofDays = sql<string>`any (select each.day from class_holidays each where each.day between ${day} and ${until})`;
    const isMeant = sql<boolean>`(${isOnHoliday(ofDays, now)} and (${single} or series_id is not null))`;
    const classes = await lockClasses(ctx, isMeant, null);
    await cancelLocked(ctx, classes, reason);
    const days = until === day ? day : { from: day, to: until };
    const detail = { day: days, title: holiday.name, classes: classes.length };
    await recordAct(ctx, { act: 'classes.cancel-holiday', reason, detail });
    await publish(ctx, { kind: 'classes.changed' });
    const forAdults = classes.filter(({ targetAudience }) => targetAudience === 'adult');
    return { ...(await listHolidays(ctx)), cancelled: forAdults.map(({ title }) => title) };
  });
}
