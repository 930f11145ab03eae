import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';
import { memberOf } from '#shared/actor.ts';
import { learnersAddress, organisersAddress, organisersList } from '../rules.ts';
import type { ClassNews } from '../timetable/notify-of-change.ts';

/** What people are told of one class, and of several at once. */
type Kinds = { kind: string; ofMany: string };

/**
 * Tells each student of these classes once, with the next of theirs and how many others there are: `kind` where it is
 * one, `ofMany` where there are several. `waiting` includes who waits for a seat.
 */
export async function notifySeriesStudents(
  ctx: Ctx,
  news: readonly ClassNews[],
  { waiting, ...kinds }: Kinds & { waiting: boolean },
): Promise<void> {
  if (news.length === 0) return;
  const { db } = ctx;
  const ids = news.map(({ classId }) => classId);
  const seats = db.selectFrom('classEnrollments').select(['userId', 'classId']).where('classId', 'in', ids);
  const waits = db.selectFrom('classWaiting').select(['userId', 'classId']).where('classId', 'in', ids);
  const found = await (waiting ? seats.union(waits) : seats).execute();
  const theirs = Map.groupBy(found, ({ userId }) => userId);
  await notifyOncePerPerson(ctx, news, {
    ...kinds,
    classesOf: new Map([...theirs].map(([userId, rows]) => [userId, rows.map(({ classId }) => classId)])),
    link: (classId) => (classId ? learnersAddress(classId) : '/classes?tab=upcoming'),
  });
}

/** Tells each student and each teacher of these classes once, students who wait for a seat too. */
export async function notifyPeopleOf(ctx: Ctx, news: readonly ClassNews[], kinds: Kinds): Promise<void> {
  await notifySeriesStudents(ctx, news, { ...kinds, waiting: true });
  await notifySeriesTeachers(ctx, news, kinds);
}

/** Tells each teacher of these classes once, except the one who acts. */
async function notifySeriesTeachers(ctx: Ctx, news: readonly ClassNews[], kinds: Kinds): Promise<void> {
  const theirs = Map.groupBy(news, ({ teacherId }) => teacherId);
  theirs.delete(memberOf(ctx.actor).userId);
  await notifyOncePerPerson(ctx, news, {
    ...kinds,
    classesOf: new Map([...theirs].map(([userId, ofOne]) => [userId, ofOne.map(({ classId }) => classId)])),
    link: (classId) => (classId ? organisersAddress(classId) : organisersList),
  });
}

type Audience = {
  /** The ids of the classes of each person. */
  classesOf: ReadonlyMap<string, readonly string[]>;
  /** The page of one class, or of several where none is named. */
  link: (classId: string | null) => string;
};

async function notifyOncePerPerson(
  ctx: Ctx,
  news: readonly ClassNews[],
  { kind, ofMany, classesOf, link }: Kinds & Audience,
): Promise<void> {
  const inOrder = news.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const alike = new Map<string, { theirs: ClassNews[]; to: string[] }>();
  for (const [userId, ids] of classesOf) {
    const theirs = inOrder.filter(({ classId }) => ids.includes(classId));
    const key = theirs.map(({ classId }) => classId).join(' ');
    const same = alike.get(key) ?? { theirs, to: [] };
    same.to.push(userId);
    alike.set(key, same);
  }
  for (const { theirs, to } of alike.values()) {
    const [first, ...others] = theirs;
    if (!first) continue;
    const { classId, detail, names } = first;
    const isOne = others.length === 0;
    await notify(ctx, {
      to,
      kind: isOne ? kind : ofMany,
      detail: isOne ? detail : { ...detail, others: others.length },
      names,
      link: link(isOne ? classId : null),
      about: classId,
      alsoAbout: others.map((one) => one.classId),
    });
  }
}
