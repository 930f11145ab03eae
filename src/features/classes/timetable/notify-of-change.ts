import { type NamedPerson, type NoticeDetail, notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { learnersAddress, organisersAddress } from '../rules.ts';

/** What the students of a class are told: it moved or changed otherwise, it was deleted, another teacher gives it. */
type News = {
  kind: 'classes.moved' | 'classes.altered' | 'classes.removed' | 'classes.other-teacher';
  detail: NoticeDetail;
  names?: NamedPerson;
};

/** A class of which several are told at once, and the values of its notice. */
export type ClassNews = {
  classId: string;
  teacherId: string;
  startsAt: string;
  detail: NoticeDetail;
  names?: NamedPerson;
};

/** Tells the teacher of a class what an administrator has done to it; the teacher's own acts need no notice. */
export async function notifyTeacherOfChange(
  ctx: Ctx,
  teacherId: string,
  { kind, detail, about }: News & { about: string },
): Promise<void> {
  // A deleted class has no page to open.
  const link = kind === 'classes.removed' ? '/admin/classes' : organisersAddress(about);
  await notify(ctx, { to: [teacherId], exceptActor: true, kind, detail, link, about });
}

/**
 * Sends a notice to each student with a seat, held or not, in the transaction that changes the class. Students who wait
 * for a seat get it too, except that another teacher gives the class.
 */
export async function notifyStudents(ctx: Ctx, classId: string, news: News): Promise<void> {
  const { kind } = news;
  const withSeat = ctx.db.selectFrom('classEnrollments').select('userId').where('classId', '=', classId);
  const waiting = ctx.db.selectFrom('classWaiting').select('userId').where('classId', '=', classId);
  const seats = await (kind === 'classes.other-teacher' ? withSeat : withSeat.union(waiting)).execute();
  const to = seats.map(({ userId }) => userId);
  const link = kind === 'classes.removed' ? '/classes' : learnersAddress(classId);
  await notify(ctx, { ...news, to, link, about: classId });
}
