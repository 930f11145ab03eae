import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { publish } from '#server/events/publish.ts';
import type { ClassState } from '../lock-class.ts';
import { organisersAddress } from '../rules.ts';
import { patternAfter } from '../series/change-rules.ts';
import type { ComingSeries } from '../series/lock-series.ts';
import { notifySeriesStudents } from '../series/notify-of-series.ts';
import { moveByDays } from '../series/series-rules.ts';
import { splitSeries } from '../series/split-series.ts';
import { refuseUnlessTeaches } from '../timetable/list-possible-teachers.ts';
import { type Giving, recordHandOver } from './record-hand-over.ts';
import { writeTeacher } from './write-teacher.ts';

/** `classId` is the class that the actor had before them. */
type GivingSeries = Giving & { classId: string };

/**
 * Gives the classes of a locked series that one teacher gives to another one, each as `writeTeacher` says. A new series
 * of that teacher takes them over, so that they give those that are made later too; where a substitute gave them, the
 * series stays its teacher's. It includes classes that were changed by themselves, but none that a third teacher
 * already gives. Both teachers, but not the actor, and each student are told once. The series was locked with the seats
 * of the new teacher: where they have one, none is given.
 * @throws Refusal notATeacher, teacherHasSeat
 */
export async function giveSeries(ctx: Ctx, locked: ComingSeries, giving: GivingSeries): Promise<void> {
  const { before, teacherId } = giving;
  const given = locked.classes.filter(({ createdBy }) => createdBy === before);
  await refuseUnlessTeaches(ctx, teacherId);
  const { series } = locked;
  const lacked = given.some(({ lacksTeacher }) => lacksTeacher);
  if (series.createdBy === before) {
    const moves = moveByDays(series.weekdays, 0);
    await splitSeries(ctx, locked, {
      moves,
      pattern: patternAfter(series, { moves, until: undefined }, locked),
      madeUntil: series.madeUntil,
      changes: { createdBy: teacherId, ...(lacked && { meetLink: null }) },
    });
  }
  await writeTeacher(ctx, given, { teacherId, alone: false });
  await notifyPeople(ctx, given, giving);
  await publish(ctx, { kind: 'classes.changed' });
}

async function notifyPeople(
  ctx: Ctx,
  given: readonly ClassState[],
  { before, teacherId, classId }: GivingSeries,
): Promise<void> {
  const [next] = given;
  if (!next) return;
  const names = await recordHandOver(ctx, {
    act: 'classes.hand-over-series',
    before,
    teacherId,
    classId,
    detail: { title: next.title, classes: given.length },
  });
  const detail = detailOf(next);
  await notify(ctx, {
    to: [teacherId],
    exceptActor: true,
    kind: 'classes.series-given-to-you',
    detail,
    link: organisersAddress(next.id),
    about: next.id,
    alsoAbout: given.slice(1).map(({ id }) => id),
  });
  await notify(ctx, {
    to: [before],
    exceptActor: true,
    kind: 'classes.series-given-to-another',
    detail,
    names,
  });
  const news = given.map((each) => {
    const ofClass = detailOf(each);
    return { classId: each.id, teacherId, startsAt: ofClass.startsAt, detail: ofClass, names };
  });
  const kinds = { kind: 'classes.other-teacher', ofMany: 'classes.series-other-teacher' };
  await notifySeriesStudents(ctx, news, { ...kinds, waiting: false });
}

function detailOf({ title, startsAt }: ClassState) {
  return { title, startsAt: startsAt.toISOString() };
}
