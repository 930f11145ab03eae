import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { handOverEarnings } from '#features/payments/hand-over-earnings.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { changeRefusals } from '../contract.ts';
import { patternAfter } from '../series/change-rules.ts';
import type { LockedSeries } from '../series/lock-series.ts';
import { notifySeriesStudents } from '../series/notify-of-series.ts';
import { moveByDays } from '../series/series-rules.ts';
import { splitSeries } from '../series/split-series.ts';
import { refuseUnlessTeaches } from '../timetable/list-possible-teachers.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';
import { changeRoom } from './change-room.ts';

/** Whose the classes were and whose they become; `classId` is the class that the actor had before them. */
type Giving = { before: string; teacherId: string; classId: string };

/**
 * Gives the classes of a locked series that one teacher gives to another one, with links, rosters and the shares of
 * paid seats. A new series of that teacher takes them over, so that they give those that are made later too; where a
 * substitute gave them, the series stays its teacher's. It includes classes that were changed by themselves, but none
 * that a third teacher already gives. A teacher who may no longer give classes knows none of the rooms afterwards. Both
 * teachers, but not the actor, and each student are told once. The series was
 * locked with the seats of the new teacher: where they have one, none is given.
 * @throws Refusal notATeacher, teacherHasSeat
 */
export async function giveSeries(ctx: Ctx, locked: LockedSeries, giving: Giving): Promise<void> {
  const { before, teacherId } = giving;
  const given = locked.classes.filter(({ liveClass }) => liveClass.createdBy === before);
  await refuseUnlessTeaches(ctx, teacherId);
  // A person cannot give a class in which they have a seat, so the student leaves it first.
  if (given.some(({ liveClass }) => liveClass.seat)) throw new Refusal(changeRefusals.teacherHasSeat);

  const { series } = locked;
  const lacked = given.some(({ liveClass }) => liveClass.lacksTeacher);
  if (series.createdBy === before) {
    const moves = moveByDays(series.weekdays, 0);
    await splitSeries(ctx, locked, {
      moves,
      pattern: patternAfter(series, { moves, until: undefined }, locked),
      madeUntil: series.madeUntil,
      changes: { createdBy: teacherId, ...(lacked && { meetLink: null }) },
    });
  }
  for (const { id, liveClass } of given) {
    await ctx.db
      .updateTable('classes')
      .set({
        createdBy: teacherId,
        handedOverAt: ctx.now,
        version: liveClass.version + 1,
        updatedAt: ctx.now,
      })
      .where('id', '=', id)
      .execute();
    if (lacked) await changeRoom(ctx, id);
    await handOverEarnings(ctx, id, teacherId);
    await wantCalendar(ctx, id);
  }
  await notifyPeople(ctx, given, giving);
  await publish(ctx, { kind: 'classes.changed' });
}

async function notifyPeople(
  ctx: Ctx,
  given: LockedSeries['classes'],
  { before, teacherId, classId }: Giving,
): Promise<void> {
  const { userId } = memberOf(ctx.actor);
  const people = await ctx.db
    .selectFrom('shownPeople')
    .select(['id', 'name'])
    .where('id', 'in', [before, teacherId])
    .execute();
  const nameOf = new Map(people.map(({ id, name }) => [id, name]));
  const names = { id: teacherId, name: nameOf.get(teacherId) ?? '' };
  const news = given.map(({ id, liveClass: { title, startsAt } }) => {
    const start = startsAt.toISOString();
    return { classId: id, startsAt: start, detail: { title, startsAt: start }, names };
  });
  const [first] = news;
  if (!first) return;
  await recordAct(ctx, {
    act: 'classes.hand-over-series',
    personId: userId === teacherId ? before : teacherId,
    subject: classId,
    detail: { title: first.detail.title, classes: given.length },
    words: {
      from: { of: before, text: nameOf.get(before) ?? '' },
      to: { of: teacherId, text: names.name },
    },
  });
  const { detail } = first;
  const link = '/admin/classes';
  await notify(ctx, {
    to: [teacherId].filter((id) => id !== userId),
    kind: 'classes.series-given-to-you',
    detail,
    names,
    link,
    about: first.classId,
    alsoAbout: news.slice(1).map((one) => one.classId),
  });
  await notify(ctx, {
    to: [before].filter((id) => id !== userId),
    kind: 'classes.series-given-to-another',
    detail,
    names,
  });
  const kinds = { kind: 'classes.other-teacher', ofMany: 'classes.series-other-teacher' };
  await notifySeriesStudents(ctx, news, { ...kinds, waiting: false });
}
