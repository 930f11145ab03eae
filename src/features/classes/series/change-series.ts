import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { calendarDay } from '#shared/zones.ts';
import { changeRefusals, type ManagedClass, type SeriesChanges } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { changeRefusal } from '../rules.ts';
import { writeChanges } from '../timetable/change-class.ts';
import { tellTeacher } from '../timetable/tell-students.ts';
import { type LockedSeries, lockSeries } from './lock-series.ts';
import type { Series } from './make-classes.ts';
import { addDays, daysBetween, shiftWeekdays } from './series-rules.ts';

/**
 * Changes a class of a series with those that follow, or with all that are to come, as `changeClass` changes each. The
 * series ends the day before them, and a new one with the changes takes them over, so that past classes stay what they
 * were. A class that was changed by itself stays as it is, except the one that the organiser has before them; so does
 * one that was handed to another teacher. Another date of that class moves each of the others by as many days. Where
 * one of them refuses, none is changed.
 */
export async function changeSeries(
  outer: Ctx,
  classId: string,
  { version, scope, ...changes }: SeriesChanges,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const locked = await lockSeries(ctx, classId, { scope, userId });
    const pivot =
      locked.classes.find(({ id }) => id === classId)?.liveClass ?? (await lockClass(ctx, classId, userId));
    const refusal = may(ctx.actor, 'manage', pivot) ?? changeRefusal(pivot, ctx.now);
    if (refusal) throw new Refusal(refusal);
    if (pivot.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);

    const { date, ...same } = changes;
    const dayOf = ({ startsAt, zone }: typeof pivot) => calendarDay(startsAt.toISOString(), zone);
    const shift = date === undefined ? 0 : daysBetween(dayOf(pivot), date);
    await splitSeries(ctx, locked, { shift, changes: same });
    let changed = 0;
    for (const { id, changedAlone, liveClass } of locked.classes) {
      if (id !== classId && (changedAlone || may(ctx.actor, 'manage', liveClass))) continue;
      const ofThisOne = shift === 0 ? same : { ...same, date: addDays(dayOf(liveClass), shift) };
      const moved = await writeChanges(ctx, id, { liveClass, changes: ofThisOne, alone: false });
      changed++;
      // The teacher is told once, not for each class.
      if (moved && id === classId)
        await tellTeacher(ctx, pivot.createdBy, { kind: 'classes.moved', detail: moved, about: classId });
    }
    await recordAct(ctx, {
      act: 'classes.change-series',
      subject: classId,
      detail: { title: pivot.title, fields: Object.keys(changes), classes: changed },
      ...(pivot.createdBy !== userId && { personId: pivot.createdBy }),
    });
    await publish(ctx, { kind: 'classes.changed' });
    return readManagedClass(ctx, classId);
  });
}

type Split = { shift: number; changes: Omit<SeriesChanges, 'version' | 'scope' | 'date'> };

/** Ends a series the day before the first of these classes, and gives them, cancelled ones too, to a new one. */
async function splitSeries(
  ctx: Ctx,
  { series, from }: LockedSeries,
  { shift, changes }: Split,
): Promise<void> {
  const { db } = ctx;
  const { id, createdAt, endsOn, madeUntil, weekdays, startsOn, ...facts } = series;
  const { time, ...template } = changes;
  const first = from < startsOn ? startsOn : from;
  const next = await db
    .insertInto('classSeries')
    .values({
      ...facts,
      ...template,
      ...(time !== undefined && { clockTime: time }),
      weekdays: shiftWeekdays(weekdays, shift),
      startsOn: addDays(first, shift),
      endsOn: endsOn && addDays(endsOn, shift),
      madeUntil: addDays(madeUntil, shift),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('classes')
    .set({ seriesId: next.id, seriesDay: sql<string>`series_day + ${shift}::integer` })
    .where('seriesId', '=', id)
    .where('seriesDay', '>=', from)
    .execute();
  await endSeries(ctx, series, from);
}

/** Makes no class of a series from that day on. A series without a class is deleted. */
export async function endSeries({ db }: Ctx, { id, endsOn }: Series, from: string): Promise<void> {
  const last = addDays(from, -1);
  await db
    .updateTable('classSeries')
    .set({ endsOn: endsOn !== null && endsOn < last ? endsOn : last })
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('classSeries')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('classes').select('id').where('seriesId', '=', id))),
    )
    .execute();
}
