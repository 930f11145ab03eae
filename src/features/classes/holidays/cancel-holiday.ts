import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import type { AnswerOf, ReceivedOf } from '#shared/operation.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import type { cancelHoliday as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { cancelledKinds, notifyPeopleOf } from '../series/notify-of-series.ts';
import { writeCancellation } from '../timetable/cancel-class.ts';
import type { ClassNews } from '../timetable/notify-of-change.ts';
import { isOnHoliday, listHolidays } from './list-holidays.ts';

/**
 * Cancels the classes on a holiday, those of no series where `single` says so, as `cancelClass` does each, with
 * refunds. Each student and each teacher is told why, once of all of theirs. It locks their rows in the order of their
 * ids, as the changes of a series do. The titles that it answers are for a text to a group, so those of kids' classes
 * are not in it.
 */
export async function cancelHoliday(
  outer: Ctx,
  day: string,
  { reason, single }: ReceivedOf<typeof operation>['body'],
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
    const classes = await db
      .selectFrom('classes')
      .select('id')
      .where(isOnHoliday(sql`${day}`, now))
      .$if(!single, (query) => query.where('seriesId', 'is not', null))
      .orderBy('id')
      .forUpdate()
      .execute();
    const news: ClassNews[] = [];
    const forAdults: { title: string; startsAt: string }[] = [];
    for (const { id } of classes) {
      const liveClass = await lockClass(ctx, id, null);
      const one = await writeCancellation(ctx, id, { liveClass, reason });
      news.push(one);
      const { title, targetAudience } = liveClass;
      if (targetAudience === 'adult') forAdults.push({ title, startsAt: one.startsAt });
    }
    await notifyPeopleOf(ctx, news, cancelledKinds);
    const detail = { day, title: holiday.name, classes: classes.length };
    await recordAct(ctx, { act: 'classes.cancel-holiday', reason, detail });
    await publish(ctx, { kind: 'classes.changed' });
    const inOrder = forAdults.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
    return { ...(await listHolidays(ctx)), cancelled: inOrder.map(({ title }) => title) };
  });
}
