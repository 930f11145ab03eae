import { sql } from 'kysely';
import { recordAct } from '#features/audit/record-act.ts';
import { notify } from '#features/notifications/notify.ts';
import { handOverEarnings } from '#features/payments/hand-over-earnings.ts';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { publish } from '#server/events/publish.ts';
import { Refusal, refuse } from '#shared/refusal.ts';
import { changeRefusals, type ManagedClass } from '../contract.ts';
import { lockClass } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { readManagedClass } from '../reads.ts';
import { handOverRefusal } from '../rules.ts';
import { refuseUnlessTeaches } from '../timetable/list-possible-teachers.ts';
import { notifyStudents } from '../timetable/notify-students.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';
import { changeRoom } from './change-room.ts';

/**
 * Gives a class to another teacher, for an administrator, until its end: because its teacher may no longer give
 * classes, or is away. The transaction locks the class row. Link, roster and the shares of its paid seats go to the
 * new teacher, and the teacher before loses them; of a teacher who may no longer give classes the class gets another
 * room. Both are told, and so are the students. Handing a class to its own teacher changes nothing.
 * @throws Refusal signInFirst, notAllowed, notFound, cancelled, alreadyOver, notATeacher, teacherHasSeat
 */
export async function handOverClass(outer: Ctx, classId: string, teacherId: string): Promise<ManagedClass> {
  refuse(may(outer.actor, 'hand-over'));
  return inTransaction(outer, async (ctx) => {
    const liveClass = await lockClass(ctx, classId, teacherId);
    refuse(handOverRefusal(liveClass, ctx.now));
    const before = liveClass.createdBy;
    if (before === teacherId) return readManagedClass(ctx, classId);
    await refuseUnlessTeaches(ctx, teacherId);
    // A person cannot give a class in which they have a seat, so the student leaves it first.
    if (liveClass.seat) throw new Refusal(changeRefusals.teacherHasSeat);

    await ctx.db
      .updateTable('classes')
      .set({
        createdBy: teacherId,
        handedOverAt: ctx.now,
        changedAlone: sql<boolean>`series_id is not null`,
        version: liveClass.version + 1,
        updatedAt: ctx.now,
      })
      .where('id', '=', classId)
      .execute();
    if (liveClass.lacksTeacher) await changeRoom(ctx, classId);
    await handOverEarnings(ctx, classId, teacherId);
    await notifyPeople(ctx, classId, { ...liveClass, before, teacherId });
    await wantCalendar(ctx, classId);
    await publish(ctx, { kind: 'classes.changed', subject: classId });
    return readManagedClass(ctx, classId);
  });
}

type HandOver = { title: string; startsAt: Date; before: string; teacherId: string };

async function notifyPeople(ctx: Ctx, classId: string, { title, startsAt, before, teacherId }: HandOver) {
  const nameOf = new Map(
    (
      await ctx.db
        .selectFrom('shownPeople')
        .select(['id', 'name'])
        .where('id', 'in', [before, teacherId])
        .execute()
    ).map(({ id, name }) => [id, name]),
  );
  const detail = { title, startsAt: startsAt.toISOString() };
  const names = { id: teacherId, name: nameOf.get(teacherId) ?? '' };
  await recordAct(ctx, {
    act: 'classes.hand-over-class',
    personId: teacherId,
    subject: classId,
    detail: { title },
    words: {
      from: { of: before, text: nameOf.get(before) ?? '' },
      to: { of: teacherId, text: names.name },
    },
  });
  await notify(ctx, {
    to: [teacherId],
    kind: 'classes.given-to-you',
    detail,
    names,
    link: '/admin/classes',
    about: classId,
  });
  await notify(ctx, { to: [before], kind: 'classes.given-to-another', detail, names });
  await notifyStudents(ctx, classId, { kind: 'classes.other-teacher', detail, names });
}
