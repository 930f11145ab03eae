import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { handOverEarnings } from '#features/payments/hand-over-earnings.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { Refusal } from '#shared/refusal.ts';
import { changeRefusals, type ManagedClass, type Scope } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { handOverRefusal } from '../rules.ts';
import { refuseUnlessTeaches } from '../timetable/possible-teachers.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';
import { type LockedSeries, lockSeries } from './lock-series.ts';
import { moveByDays } from './series-rules.ts';
import { splitSeries } from './split-series.ts';
import { type SeriesNews, tellSeriesStudents } from './tell-series.ts';

/**
 * Gives a class of a series with those that follow, or with all that are to come, to another teacher, as `handOverClass`
 * gives each: with link, roster and the shares of paid seats. A new series of that teacher takes them over, so that they
 * give those that are made later too. It includes classes that were changed by themselves, but none that another
 * teacher already gives. Both teachers and each student are told once. Where the new teacher has a seat in one of them,
 * none is handed over.
 * @throws Refusal signInFirst, notAllowed, notFound, notInSeries, changedMeanwhile, cancelled, alreadyOver, notATeacher,
 *   teacherHasSeat
 */
export async function handOverSeries(
  outer: Ctx,
  classId: string,
  { teacherId, scope }: { teacherId: string; scope: Scope },
): Promise<ManagedClass> {
  const notAllowed = may(outer.actor, 'hand-over');
  if (notAllowed) throw new Refusal(notAllowed);
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId: teacherId });
    const pivot =
      locked.classes.find(({ id }) => id === classId)?.liveClass ??
      (await lockClass(ctx, classId, teacherId));
    const refusal = handOverRefusal(pivot, ctx.now);
    if (refusal) throw new Refusal(refusal);
    const before = pivot.createdBy;
    const given = locked.classes.filter(({ liveClass }) => liveClass.createdBy === before);
    if (before === teacherId || given.length === 0) return readManagedClass(ctx, classId);
    await refuseUnlessTeaches(ctx, teacherId);
    // A person cannot give a class in which they have a seat, so the student leaves it first.
    if (given.some(({ liveClass }) => liveClass.seat)) throw new Refusal(changeRefusals.teacherHasSeat);

    await splitSeries(ctx, locked, {
      moves: moveByDays(locked.series.weekdays, 0),
      changes: { createdBy: teacherId },
    });
    for (const { id, liveClass } of given) {
      await ctx.db
        .updateTable('classes')
        .set({ createdBy: teacherId, version: liveClass.version + 1, updatedAt: ctx.now })
        .where('id', '=', id)
        .execute();
      await handOverEarnings(ctx, id, teacherId);
      await wantCalendar(ctx, id);
    }
    await tellPeople(ctx, classId, { given, before, teacherId });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}

type HandOver = { given: LockedSeries['classes']; before: string; teacherId: string };

async function tellPeople(ctx: Ctx, classId: string, { given, before, teacherId }: HandOver): Promise<void> {
  const people = await ctx.db
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', 'in', [before, teacherId])
    .execute();
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const news: SeriesNews[] = given.map(({ id, liveClass: { title, startsAt } }) => {
    const start = startsAt.toISOString();
    return {
      classId: id,
      startsAt: start,
      detail: { title, startsAt: start, name: nameOf.get(teacherId) ?? '' },
    };
  });
  const [first] = news;
  if (!first) return;
  await recordAct(ctx, {
    act: 'classes.hand-over-series',
    personId: teacherId,
    subject: classId,
    detail: {
      title: first.detail.title,
      from: nameOf.get(before),
      to: nameOf.get(teacherId),
      classes: given.length,
    },
  });
  const { detail } = first;
  const link = '/admin/classes';
  await notify(ctx, {
    to: [teacherId],
    kind: 'classes.series-given-to-you',
    detail,
    link,
    about: first.classId,
  });
  await notify(ctx, { to: [before], kind: 'classes.series-given-to-another', detail });
  const kinds = { kind: 'classes.other-teacher', ofMany: 'classes.series-other-teacher' };
  await tellSeriesStudents(ctx, news, { ...kinds, waiting: false });
}
