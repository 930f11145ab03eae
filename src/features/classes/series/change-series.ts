import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { instantAtOrLater } from '#shared/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/zones.ts';
import { changeRefusals, type ManagedClass, type SeriesChanges, seriesRefusals } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { changeRefusal } from '../rules.ts';
import { writeCancellation } from '../timetable/cancel-class.ts';
import { type Changes, writeChanges } from '../timetable/change-class.ts';
import type { ClassNews } from '../timetable/tell-students.ts';
import { lockSeries } from './lock-series.ts';
import { makeClasses, type Series } from './make-classes.ts';
import { readHolidays } from './read-holidays.ts';
import {
  addDays,
  type DayMoves,
  daysBetween,
  daysOf,
  daysToAdd,
  moveByDays,
  moveToWeekdays,
  offsetOf,
  weekdayOf,
} from './series-rules.ts';
import { splitSeries } from './split-series.ts';
import { cancelledKinds, type Kinds, tellSeriesStudents, tellTeachers } from './tell-series.ts';

/**
 * Changes a class of a series with those that follow, or with all that are to come, as `changeClass` changes each. The
 * series ends the day before them, and a new one with the changes takes them over, so that past classes stay what they
 * were. A class that was changed by itself stays as it is, except the one that the organiser has before them; so does
 * one that was handed to another teacher, and the prompt card of one that has its own. Another date of that class moves each of the others by as many days; other
 * days of the week move each within its week, cancel those that are left over, and make new ones. Where one of them
 * refuses, none is changed. Each student is told once of all that moved.
 */
export async function changeSeries(
  outer: Ctx,
  classId: string,
  { version, scope, reason, ...changes }: SeriesChanges,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId });
    const pivot =
      locked.classes.find(({ id }) => id === classId)?.liveClass ?? (await lockClass(ctx, classId, userId));
    const managed = { createdBy: pivot.createdBy, seriesTeacher: locked.series.createdBy };
    const refusal = may(ctx.actor, 'manage-series', managed) ?? changeRefusal(pivot, ctx.now);
    if (refusal) throw new Refusal(refusal);
    if (pivot.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);

    const { date, weekdays, ...same } = changes;
    const moves = weekdays
      ? moveToWeekdays(locked.series.weekdays, weekdays)
      : moveByDays(locked.series.weekdays, date === undefined ? 0 : daysBetween(dayOf(pivot), date));
    if (moves.dropped.length > 0 && !reason) throw new Refusal(seriesRefusals.reasonNeeded);
    const { time, ...template } = same;
    const next = await splitSeries(ctx, locked, {
      moves,
      changes: { ...template, ...(time !== undefined && { clockTime: time }) },
    });
    const moved: ClassNews[] = [];
    const dropped: ClassNews[] = [];
    let changed = 0;
    for (const { id, seriesDay, changedAlone, liveClass } of locked.classes) {
      if (id !== classId && (changedAlone || may(ctx.actor, 'manage', liveClass))) continue;
      changed++;
      if (reason && moves.dropped.includes(weekdayOf(seriesDay))) {
        dropped.push(await writeCancellation(ctx, id, { liveClass, reason }));
        continue;
      }
      const { promptCard: _, ...others } = same;
      // A club with a card of its own keeps it, but for the one that the organiser has before them.
      const hasOwnCard = id !== classId && liveClass.promptCard !== locked.series.promptCard;
      const ofThisOne = {
        ...(hasOwnCard ? others : same),
        ...dateAfter(liveClass, offsetOf(moves, seriesDay), { same, weekdays, now: ctx.now }),
      };
      const detail = await writeChanges(ctx, id, { liveClass, changes: ofThisOne, alone: false });
      if (detail) moved.push({ classId: id, startsAt: detail.startsAt, detail });
    }
    if (weekdays) await addClasses(ctx, next, moves, { from: locked.from, series: locked.series });
    const teacherOf = new Map(locked.classes.map(({ id, liveClass }) => [id, liveClass.createdBy]));
    await tellOf(ctx, dropped, teacherOf, cancelledKinds);
    await tellOf(ctx, moved, teacherOf, { kind: 'classes.moved', ofMany: 'classes.series-moved' });
    await recordAct(ctx, {
      act: 'classes.change-series',
      subject: classId,
      detail: { title: pivot.title, fields: Object.keys(changes), classes: changed },
      ...(reason && { reason }),
      ...(locked.series.createdBy !== userId && { personId: locked.series.createdBy }),
    });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}

const dayOf = ({ startsAt, zone }: ClassState) => calendarDay(startsAt.toISOString(), zone);

/** The day of a class so many days later. Another day of the week that is over in its week leaves the class on its own. */
function dateAfter(
  liveClass: ClassState,
  offset: number,
  { same, weekdays, now }: { same: Changes; weekdays: readonly number[] | undefined; now: Date },
): { date?: string } {
  if (offset === 0) return {};
  const date = addDays(dayOf(liveClass), offset);
  const { zone = liveClass.zone, time = clockTime(liveClass.startsAt.toISOString(), liveClass.zone) } = same;
  if (weekdays && instantAtOrLater({ date, time, zone }) <= now) return {};
  return { date };
}

/** Makes the classes of the new days of the week, up to the day until which those of the series were made. */
async function addClasses(
  ctx: Ctx,
  next: Series,
  moves: DayMoves,
  { from, series }: { from: string; series: Series },
): Promise<void> {
  // A series that ends keeps its last day, but for classes that move within their week.
  const pattern = { ...next, endsOn: series.endsOn };
  const { madeUntil } = series;
  const before = daysOf({ ...series, weekdays: [1, 2, 3, 4, 5, 6, 7] }, { from, to: madeUntil });
  const holidays = new Set((await readHolidays(ctx, before)).map(({ day }) => day));
  await makeClasses(ctx, next, daysToAdd(pattern, moves, { from, madeUntil, holidays }));
}

async function tellOf(
  ctx: Ctx,
  news: readonly ClassNews[],
  teacherOf: ReadonlyMap<string, string>,
  kinds: Kinds,
): Promise<void> {
  await tellSeriesStudents(ctx, news, { ...kinds, waiting: true });
  const told = new Set(news.map(({ classId }) => classId));
  await tellTeachers(ctx, news, {
    ...kinds,
    teacherOf: new Map([...teacherOf].filter(([classId]) => told.has(classId))),
  });
}
