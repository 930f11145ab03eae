import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { memberOf } from '#shared/actor.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { takeAbsencesAway } from '../absences/record-absences.ts';
import { attendanceRefusals, type markAttendance as operation } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { selectRoster } from '../roster/read-roster.ts';
import { rollRefusal } from '../rules.ts';
import { correctAttendance } from './correct-attendance.ts';
import { lockStudents } from './lock-students.ts';
import { wantClosing } from './want-closing.ts';

export type Mark = { userId: string; attended: boolean | null };

/**
 * Marks who attended, from the start of a class on. While the roll is open a mark gives and takes nothing: closing the
 * roll does (`close-roll.ts`). After that a changed mark moves coins, learning time and streak, on record
 * (`correct-attendance.ts`). The last of several marks for one student counts. A mark for a person without a seat
 * refuses all of them. Null takes a mark off, as long as the roll is open. The class row is locked.
 */
export async function markAttendance(
  outer: Ctx,
  classId: string,
  marks: readonly Mark[],
): Promise<AnswerOf<typeof operation>> {
  const { userId } = memberOf(outer.actor);
  refuse(may(outer.actor, 'organise'));
  const wanted = new Map(marks.map((mark) => [mark.userId, mark.attended]));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, userId);
    refuse(may(ctx.actor, 'manage', liveClass) ?? rollRefusal(liveClass, ctx.now));
    const seats = await seatsOf(ctx, classId, [...wanted.keys()]);
    if (seats.length < wanted.size) throw new Refusal(attendanceRefusals.notOnRoster);

    const changed = seats.filter((seat) => wanted.get(seat.userId) !== seat.attended);
    const marked = changed.map((seat) => seat.userId);
    if (liveClass.rollClosedAt) {
      if (marked.some((id) => wanted.get(id) === null)) throw new Refusal(attendanceRefusals.rollClosed);
      // All at once and before the rewards, as closing locks them.
      await lockStudents(ctx, marked);
      for (const id of marked)
        await correctAttendance(ctx, { ...liveClass, classId, userId: id }, wanted.get(id) === true);
    } else {
      for (const attended of [true, false, null]) {
        const people = marked.filter((id) => wanted.get(id) === attended);
        await mark(ctx, classId, { people, attended });
        // What was noted of an absence is true no more.
        if (attended !== false) await takeAbsencesAway(ctx, classId, people, { onlyNoted: true });
      }
    }
    await wantClosing(ctx, liveClass);
    if (marked.length > 0) {
      // Only pages of the organisers and the marked students show attendance.
      const audience = [userId, liveClass.createdBy, ...marked];
      await publish(ctx, { kind: 'classes.changed', audience, subject: classId });
    }
    return selectRoster(ctx, classId);
  });
}

/** Ordered by id, so that two rolls with students in common do not deadlock. */
function seatsOf({ db }: Ctx, classId: string, people: string[]) {
  return db
    .selectFrom('classEnrollments')
    .select(['userId', 'attended'])
    .where('classId', '=', classId)
    .where(sql<boolean>`user_id = any(${people}::uuid[])`)
    .where('heldUntil', 'is', null)
    .orderBy('userId')
    .execute();
}

async function mark(
  { db, now, actor }: Ctx,
  classId: string,
  { people, attended }: { people: string[]; attended: boolean | null },
): Promise<void> {
  if (people.length === 0) return;
  const isMarked = attended !== null;
  await db
    .updateTable('classEnrollments')
    .set({
      attended,
      markedAt: isMarked ? now : null,
      markedBy: isMarked ? memberOf(actor).userId : null,
    })
    .where('classId', '=', classId)
    .where(sql<boolean>`user_id = any(${people}::uuid[])`)
    .execute();
}
