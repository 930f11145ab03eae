import { sql } from 'kysely';
import { othersId } from '#features/audit/others-id.ts';
import { recordAct } from '#features/audit/record-act.ts';
import { refuseBelowLeast } from '#features/payments/prices/least-charge.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { instantAt, instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import { readManagedClass } from '../browse/reads.ts';
import { type ClassChanges, changeRefusals, type ManagedClass, scheduleRefusals } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal, hasStarted, repairRefusal, seatsRefusal } from '../rules.ts';
import { notifyStudents, notifyTeacherOfChange } from './notify-of-change.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Changes the fields of a class until it starts, and its link, description and prompt card until it ends. The
 * transaction locks the class row, so no student enrols meanwhile and there are never fewer seats than students. The
 * organiser names the version that they saw and is refused when another organiser has changed it since; enrolling does
 * not change the version. The students with a seat are told when the class moves, gets shorter or another language.
 */
export async function changeClass(
  outer: Ctx,
  classId: string,
  { version, ...changes }: ClassChanges,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(
      may(ctx.actor, 'manage', liveClass) ??
        (isRepair(changes) ? repairRefusal : changeRefusal)(liveClass, ctx.now),
    );
    if (liveClass.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);
    const news = await writeChanges(ctx, liveClass, {
      changes,
      alone: !isRepair(changes),
      repeats: false,
    });
    if (news) {
      await notifyStudents(ctx, classId, news);
      await notifyTeacherOfChange(ctx, liveClass.createdBy, { ...news, about: classId });
    }
    await recordAct(ctx, {
      act: 'classes.change-class',
      subject: classId,
      detail: { title: liveClass.title, fields: Object.keys(changes) },
      personId: othersId(ctx, liveClass.createdBy),
    });
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return readManagedClass(ctx, classId);
  });
}

/**
 * Writes the changes of a class whose row is locked, and tells the outside calendar. Answers what its students and its
 * teacher are to be told where it is another class than students agreed to, else null. `alone`: its series, if it has
 * one, changes it no more. `repeats`: it changes with its series, so a time that the clocks skip on its day is as much
 * later as they go forward.
 * @throws Refusal seatsTaken, hasStudents, tooFewForKids, belowLeast, noSuchTime, inThePast
 */
export async function writeChanges(
  ctx: Ctx,
  liveClass: ClassState,
  { changes, alone, repeats }: { changes: Changes; alone: boolean; repeats: boolean },
): Promise<Another | null> {
  refuseUnlessFits(liveClass, changes);
  const { date: _date, time: _time, ...facts } = changes;
  const startsAt = startAfter(liveClass, changes, { repeats, now: ctx.now });
  const isMoved = startsAt.getTime() !== liveClass.startsAt.getTime();
  const isAnother = isMoved || isShorterOrOfOtherLanguage(liveClass, facts);
  await ctx.db
    .updateTable('classes')
    .set({
      ...facts,
      ...(facts.meetLink !== undefined && { oneOffLink: false }),
      startsAt,
      ...(isAnother && { movedAt: ctx.now }),
      ...(alone && { changedAlone: sql<boolean>`series_id is not null` }),
      version: liveClass.version + 1,
    })
    .where('id', '=', liveClass.id)
    .execute();
  await wantCalendar(ctx, liveClass.id);
  if (!isAnother) return null;
  const detail = { title: facts.title ?? liveClass.title, startsAt: startsAt.toISOString() };
  return isMoved
    ? { kind: 'classes.moved', detail: { ...detail, before: liveClass.startsAt.toISOString() } }
    : { kind: 'classes.altered', detail };
}

/** What is told of a class that is another than students agreed to; instants are in ISO form. */
type Another = {
  kind: 'classes.moved' | 'classes.altered';
  detail: { title: string; startsAt: string; before?: string };
};

function isShorterOrOfOtherLanguage(
  before: ClassState,
  { durationMinutes = before.durationMinutes, language = before.language }: Changes,
): boolean {
  return durationMinutes < before.durationMinutes || language !== before.language;
}

export type Changes = Omit<ClassChanges, 'version'>;

const repairs: readonly string[] = ['meetLink', 'description', 'promptCard'] satisfies (keyof Changes)[];

/** Whether only meeting link, description and prompt card change, which is possible until the end. */
function isRepair(changes: Changes): boolean {
  return Object.keys(changes).every((field) => repairs.includes(field));
}

function refuseUnlessFits(liveClass: ClassState, { maxStudents, targetAudience, priceCents }: Changes): void {
  const { seatsTaken, currency } = liveClass;
  if (priceCents) refuseBelowLeast(priceCents, currency);
  refuse(
    seatsRefusal({
      targetAudience: targetAudience ?? liveClass.targetAudience,
      maxStudents: maxStudents ?? liveClass.maxStudents,
    }),
  );
  if (maxStudents !== undefined && maxStudents < seatsTaken) {
    throw new Refusal(changeRefusals.seatsTaken, { taken: seatsTaken });
  }
  // Kids and adults never share a class, so the age group of enrolled students cannot change.
  if (seatsTaken > 0 && targetAudience && targetAudience !== liveClass.targetAudience) {
    throw new Refusal(changeRefusals.hasStudents, { taken: seatsTaken });
  }
}

/** Day, time and zone that are left out stay as the clock in the zone of the class shows them. */
function startAfter(
  { startsAt, zone }: ClassState,
  changes: Changes,
  { repeats, now }: { repeats: boolean; now: Date },
): Date {
  const was = startsAt.toISOString();
  const typed = { date: calendarDay(was, zone), time: clockTime(was, zone), zone };
  const date = changes.date ?? typed.date;
  const time = changes.time ?? typed.time;
  const wanted = { date, time, zone: changes.zone ?? zone };
  if (date === typed.date && time === typed.time && wanted.zone === zone) return startsAt;
  const moved = (repeats ? instantAtOrLater : instantAt)(wanted);
  if (!moved) throw new Refusal(scheduleRefusals.noSuchTime);
  if (hasStarted({ startsAt: moved }, now)) throw new Refusal(scheduleRefusals.inThePast);
  return moved;
}
