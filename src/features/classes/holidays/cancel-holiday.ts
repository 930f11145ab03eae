import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { cancelHoliday as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { writeCancellation } from '../timetable/cancel-class.ts';
import type { ClassNews } from '../timetable/tell-students.ts';
import { isOnHoliday, listHolidays } from './list-holidays.ts';
import { cancelledKinds, tellSeriesStudents, tellTeachers } from '../series/tell-series.ts';

/**
 * Cancels the classes that repeat and are on a holiday, as `cancelClass` does each, with refunds. Each
 * student and each teacher is told why, once of all of theirs. It locks their rows in the order of their ids, as the changes of a series do.
 */
export async function cancelHoliday(
  outer: Ctx,
  day: string,
  reason: string,
): Promise<AnswerOf<typeof operation>> {
  const refusal = may(outer.actor, 'keep-holidays');
  if (refusal) throw new Refusal(refusal);
  return inTransaction(outer, async (ctx) => {
    const { db, now } = ctx;
    const holiday = await db
      .selectFrom('classHolidays')
      .select('name')
      .where('day', '=', day)
      .executeTakeFirst();
    if (!holiday) throw new Refusal(commonRefusals.notFound);
    const classes = await db
      .selectFrom('classes')
      .select('id')
      .where(isOnHoliday(sql`${day}`, now))
      .orderBy('id')
      .forUpdate()
      .execute();
    const news: ClassNews[] = [];
    const teacherOf = new Map<string, string>();
    for (const { id } of classes) {
      const liveClass = await lockClass(ctx, id, null);
      news.push(await writeCancellation(ctx, id, { liveClass, reason }));
      teacherOf.set(id, liveClass.createdBy);
    }
    await tellSeriesStudents(ctx, news, { ...cancelledKinds, waiting: true });
    await tellTeachers(ctx, news, { ...cancelledKinds, teacherOf });
    const detail = { day, name: holiday.name, classes: classes.length };
    await recordAct(ctx, { act: 'classes.cancel-holiday', reason, detail });
    await publish(ctx, { kind: 'classes.changed' });
    return listHolidays(ctx);
  });
}
