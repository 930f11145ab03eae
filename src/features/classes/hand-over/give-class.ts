import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { ClassState } from '../lock-class.ts';
import { organisersAddress } from '../rules.ts';
import { refuseUnlessTeaches } from '../timetable/list-possible-teachers.ts';
import { notifyStudents } from '../timetable/notify-of-change.ts';
import { recordHandOver } from './record-hand-over.ts';
import { writeTeacher } from './write-teacher.ts';

/**
 * Gives one class to another teacher, as `writeTeacher` says; a class of a series leaves the series with its teacher.
 * Its row was locked with the seat of the new teacher. Both teachers, but not the actor, and the students are told.
 * @throws Refusal notATeacher, teacherHasSeat
 */
export async function giveClass(ctx: Ctx, liveClass: ClassState, teacherId: string): Promise<void> {
  const { id: classId, createdBy: before, title, startsAt } = liveClass;
  await refuseUnlessTeaches(ctx, teacherId);
  await writeTeacher(ctx, [liveClass], { teacherId, alone: true });
  const names = await recordHandOver(ctx, {
    act: 'classes.hand-over-class',
    before,
    teacherId,
    classId,
    detail: { title },
  });
  const detail = { title, startsAt: startsAt.toISOString() };
  await notify(ctx, {
    to: [teacherId],
    exceptActor: true,
    kind: 'classes.given-to-you',
    detail,
    link: organisersAddress(classId),
    about: classId,
  });
  await notify(ctx, {
    to: [before],
    exceptActor: true,
    kind: 'classes.given-to-another',
    detail,
    names,
  });
  await notifyStudents(ctx, classId, { kind: 'classes.other-teacher', detail, names });
  await publish(ctx, { kind: 'classes.changed', subject: classId });
}
