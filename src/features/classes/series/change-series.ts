import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { refuseBelowLeast } from '#features/payments/prices/least-charge.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { readManagedClass } from '../browse/reads.ts';
import {
  changeRefusals,
  type ManagedClass,
  type SeriesChanges,
  scheduleRefusals,
  seriesRefusals,
} from '../contract.ts';
import { may } from '../permissions.ts';
import { seatsRefusal } from '../rules.ts';
import { cancelLocked } from '../timetable/cancel-class.ts';
import { writeChanges } from '../timetable/change-class.ts';
import type { ClassNews } from '../timetable/notify-of-change.ts';
import { lockPivot, lockSeries, refuseUnlessChangeable } from './lock-series.ts';
import { makeClasses } from './make-classes.ts';
import { notifyTeacherOfMadeClasses } from './notify-of-made-classes.ts';
import { notifyPeopleOf } from './notify-of-series.ts';
import { planSeriesChange } from './plan-series-change.ts';
import { splitSeries } from './split-series.ts';

/**
 * Changes a class of a series with those that follow, or with all that are to come, as `changeClass` changes each. The
 * series ends the day before them, and a new one with the changes takes them over, so that past classes stay what they
 * were. `planSeriesChange` says what becomes of each. The series is locked, as `extendSeries` locks it, so that no
 * class is made after its end meanwhile. Where one class refuses, none is changed. Each student is told once of all
 * that moved, and once of all that got shorter or another language.
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
    const { series } = locked;
    refuseUnlessChangeable(ctx, series, pivot);
    if (pivot.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);

    const { date, weekdays, until, time, ...template } = changes;
    // `writeChanges` looks too, but at classes that stay: those that are made again take the facts of the series.
    if (template.priceCents) refuseBelowLeast(template.priceCents, pivot.currency);
    const { targetAudience = series.targetAudience, maxStudents = series.maxStudents } = template;
    refuse(seatsRefusal({ targetAudience, maxStudents }));
    const plan = await planSeriesChange(ctx, { coming: locked, pivot }, changes);
    // A series of which no class is left is cancelled instead.
    if (plan.kept.length + plan.added.length === 0) throw new Refusal(scheduleRefusals.noDays);
    if (plan.cancelled.length > 0 && !reason) throw new Refusal(seriesRefusals.reasonNeeded);
    const next = await splitSeries(ctx, locked, {
      ...plan,
      changes: { ...template, ...(time !== undefined && { clockTime: time }) },
    });
    if (reason) await cancelLocked(ctx, plan.cancelled, reason);
    const news: Record<'classes.moved' | 'classes.altered', ClassNews[]> = {
      'classes.moved': [],
      'classes.altered': [],
    };
    for (const { liveClass, changes } of plan.kept) {
      // The time of the class that the organiser has before them is one that they typed.
      const repeats = liveClass.id !== classId;
      const another = await writeChanges(ctx, liveClass, { changes, alone: false, repeats });
      if (!another) continue;
      const { kind, detail } = another;
      const { id, createdBy: teacherId } = liveClass;
      news[kind].push({ classId: id, teacherId, startsAt: detail.startsAt, detail });
    }
    const made = await makeClasses(ctx, next, plan.added);
    for (const [kind, ofMany] of [
      ['classes.moved', 'classes.series-moved'],
      ['classes.altered', 'classes.series-altered'],
    ] as const)
      await notifyPeopleOf(ctx, news[kind], { kind, ofMany });
    const { createdBy: teacherId, title } = next;
    await notifyTeacherOfMadeClasses(ctx, { teacherId, kind: 'classes.series-lengthened', title, made });
    await recordAct(ctx, {
      act: 'classes.change-series',
      subject: classId,
      detail: {
        title: pivot.title,
        fields: Object.keys(changes),
        classes: plan.kept.length + plan.cancelled.length,
      },
      reason,
      personId: othersId(ctx, series.createdBy),
    });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}
