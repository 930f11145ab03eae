import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { refuseBelowLeast } from '#features/payments/prices/least-charge.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import {
  changeRefusals,
  type ManagedClass,
  type SeriesChanges,
  scheduleRefusals,
  seriesRefusals,
} from '../contract.ts';
import type { ClassState } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { changeRefusal } from '../rules.ts';
import { writeCancellation } from '../timetable/cancel-class.ts';
import { writeChanges } from '../timetable/change-class.ts';
import type { ClassNews } from '../timetable/notify-of-change.ts';
import { lockPivot, lockSeries } from './lock-series.ts';
import { makeClasses, type Series } from './make-classes.ts';
import { notifyTeacherOfMadeClasses } from './notify-of-made-classes.ts';
import { cancelledKinds, notifyPeopleOf } from './notify-of-series.ts';
import { planSeriesChange } from './plan-series-change.ts';
import { splitSeries } from './split-series.ts';

/**
 * Changes a class of a series with those that follow, or with all that are to come, as `changeClass` changes each. The
 * series ends the day before them, and a new one with the changes takes them over, so that past classes stay what they
 * were. A class that was changed by itself stays as it is, except the one that the organiser has before them; so does
 * one that was handed to another teacher, and the prompt card of one that has its own. `planChange` says what another
 * date, another time, other days of the week and a new end make of the others. The series is locked, as `extendSeries`
 * locks it, so that no class is made after its end meanwhile. Where one class refuses, none is changed. Each student
 * is told once of all that moved.
 */
export async function changeSeries(
  outer: Ctx,
  classId: string,
  { version, scope, reason, ...changes }: SeriesChanges,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId });
    const pivot = await lockPivot(ctx, locked, { classId, userId });
    const managed = { createdBy: pivot.createdBy, seriesTeacher: locked.series.createdBy };
    refuse(may(ctx.actor, 'manage-series', managed) ?? changeRefusal(pivot, ctx.now));
    if (pivot.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);

    const { date, weekdays, until, ...same } = changes;
    // `writeChanges` looks too, but at classes that stay: those that are made again take the price of the series.
    if (same.priceCents) refuseBelowLeast(same.priceCents, pivot.currency);
    const { series, from } = locked;
    const stays = (one: ClassState) =>
      one.id !== classId && (one.changedAlone || may(ctx.actor, 'manage', one) !== null);
    const { moves, plan } = await planSeriesChange(ctx, changes, {
      series,
      from,
      classes: locked.classes.map((one) => ({ ...one, day: dayOf(one), stays: stays(one) })),
      pivotDay: dayOf(pivot),
    });
    // A series of which no class is left is cancelled instead.
    if (plan.kept.size + plan.added.length === 0) throw new Refusal(scheduleRefusals.noDays);
    if (plan.cancelled.length > 0 && !reason) throw new Refusal(seriesRefusals.reasonNeeded);
    const { time, ...template } = same;
    const next = await splitSeries(ctx, locked, {
      moves,
      pattern: plan.pattern,
      madeUntil: plan.madeUntil,
      single: plan.single,
      changes: { ...template, ...(time !== undefined && { clockTime: time }) },
    });
    const moved: ClassNews[] = [];
    const dropped: ClassNews[] = [];
    for (const liveClass of locked.classes) {
      const { id } = liveClass;
      if (reason && plan.cancelled.includes(id)) {
        dropped.push(await writeCancellation(ctx, liveClass, reason));
        continue;
      }
      const offset = plan.kept.get(id);
      if (offset === undefined) continue;
      const { promptCard: _, ...others } = same;
      // A club with a card of its own keeps it, but for the one that the organiser has before them.
      const hasOwnCard = id !== classId && liveClass.promptCard !== series.promptCard;
      const given = hasOwnCard ? others : same;
      const { time: _time, zone: _zone, ...withoutClock } = given;
      const hasBegun = plan.begun.has(id);
      const goesElsewhere = !hasBegun && (offset !== 0 || given.zone !== undefined);
      const ofThisOne = {
        // Where the clocks do not skip it, the class is at the time of its series again.
        ...(goesElsewhere && isOnSkippedTime(liveClass, series) && { time: series.clockTime }),
        ...(hasBegun ? withoutClock : given),
        ...(offset !== 0 && { date: addDays(dayOf(liveClass), offset) }),
      };
      const detail = await writeChanges(ctx, liveClass, {
        changes: ofThisOne,
        alone: false,
        // The time of the class that the organiser has before them is one that they typed.
        repeats: id !== classId,
      });
      const teacherId = liveClass.createdBy;
      if (detail) moved.push({ classId: id, teacherId, startsAt: detail.startsAt, detail });
    }
    const made = await makeClasses(ctx, next, plan.added);
    const changed = plan.kept.size + plan.cancelled.length;
    await notifyPeopleOf(ctx, dropped, cancelledKinds);
    await notifyPeopleOf(ctx, moved, { kind: 'classes.moved', ofMany: 'classes.series-moved' });
    const { createdBy: teacherId, title } = next;
    await notifyTeacherOfMadeClasses(ctx, { teacherId, kind: 'classes.series-lengthened', title, made });
    await recordAct(ctx, {
      act: 'classes.change-series',
      subject: classId,
      detail: { title: pivot.title, fields: Object.keys(changes), classes: changed },
      reason,
      personId: othersId(ctx, locked.series.createdBy),
    });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}

/** Whether a class begins later than its series says, because the clocks skip that time on its day. */
function isOnSkippedTime({ startsAt, zone }: ClassState, series: Series): boolean {
  const day = calendarDay(startsAt.toISOString(), zone);
  const asInSeries = instantAtOrLater({ date: day, time: series.clockTime, zone: series.zone });
  return (
    zone === series.zone &&
    startsAt.getTime() === asInSeries.getTime() &&
    clockTime(startsAt.toISOString(), zone) !== series.clockTime
  );
}

const dayOf = ({ startsAt, zone }: ClassState) => calendarDay(startsAt.toISOString(), zone);
