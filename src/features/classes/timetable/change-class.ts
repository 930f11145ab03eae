import { recordAct } from '#features/audit/record-act.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { instantAt } from '#shared/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/zones.ts';
import { type ClassChanges, changeRefusals, type ManagedClass, scheduleRefusals } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { changeRefusal, hasStarted } from '../rules.ts';
import { tellStudents } from './tell-students.ts';
import { wantCalendar } from './want-calendar.ts';

/**
 * Changes what is said of a class that has not started. The class's row is held, so nobody enrols meanwhile:
 * there are never fewer seats than people. Whoever changes it says which version they saw, and is refused when
 * somebody else has changed it since; enrolling makes no new version. Whoever has a seat is told when it moves.
 */
export async function changeClass(
  outer: Ctx,
  classId: string,
  { version, ...changes }: ClassChanges,
): Promise<ManagedClass> {
  const { userId } = memberOf(outer.actor);
  const notAnOrganiser = may(outer.actor, 'organise');
  if (notAnOrganiser) throw new Refusal(notAnOrganiser);
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    const refusal = may(ctx.actor, 'manage', liveClass) ?? changeRefusal(liveClass, ctx.now);
    if (refusal) throw new Refusal(refusal);
    if (liveClass.version !== version) throw new Refusal(changeRefusals.changedMeanwhile);
    refuseUnlessFits(liveClass, changes);

    const { date: _date, time: _time, ...facts } = changes;
    const startsAt = startAfter(liveClass, changes, ctx.now);
    const isMoved = startsAt.getTime() !== liveClass.startsAt.getTime();
    await ctx.db
      .updateTable('classes')
      .set({
        ...facts,
        startsAt,
        ...(isMoved && { movedAt: ctx.now }),
        version: version + 1,
        updatedAt: ctx.now,
      })
      .where('id', '=', classId)
      .execute();
    if (isMoved) {
      await tellStudents(ctx, classId, {
        kind: 'classes.moved',
        detail: {
          title: facts.title ?? liveClass.title,
          startsAt: startsAt.toISOString(),
          before: liveClass.startsAt.toISOString(),
        },
      });
    }
    if (liveClass.createdBy !== userId) {
      const detail = { title: liveClass.title, fields: Object.keys(changes) };
      await recordAct(ctx, {
        act: 'classes.change-class',
        personId: liveClass.createdBy,
        subject: classId,
        detail,
      });
    }
    await wantCalendar(ctx, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return readManagedClass(ctx, classId);
  });
}

type Changes = Omit<ClassChanges, 'version'>;

function refuseUnlessFits(liveClass: ClassState, { maxStudents, targetAudience }: Changes): void {
  const { seatsTaken } = liveClass;
  if (maxStudents !== undefined && maxStudents < seatsTaken) {
    throw new Refusal(changeRefusals.seatsTaken, { taken: seatsTaken });
  }
  // Kids and adults never share a class, not even by a change of mind.
  if (seatsTaken > 0 && targetAudience && targetAudience !== liveClass.targetAudience) {
    throw new Refusal(changeRefusals.hasStudents, { taken: seatsTaken });
  }
}

/** What is left out of day, time and zone stays as the class's own clock shows it. */
function startAfter({ startsAt, zone }: ClassState, changes: Changes, now: Date): Date {
  const was = startsAt.toISOString();
  const typed = { date: calendarDay(was, zone), time: clockTime(was, zone), zone };
  const date = changes.date ?? typed.date;
  const time = changes.time ?? typed.time;
  const wanted = { date, time, zone: changes.zone ?? zone };
  if (date === typed.date && time === typed.time && wanted.zone === zone) return startsAt;
  const moved = instantAt(wanted);
  if (!moved) throw new Refusal(scheduleRefusals.noSuchTime);
  if (hasStarted({ startsAt: moved }, now)) throw new Refusal(scheduleRefusals.inThePast);
  return moved;
}
