import { notify } from '#features/notifications/notify.ts';
import type { Ctx } from '#server/ctx.ts';

/** A class of a series, and the values of the notice for a student of it. */
export type SeriesNews = { classId: string; startsAt: string; detail: Record<string, string> };

/**
 * Tells each student of these classes once, with the next of theirs and how many others there are: `kind` where it is
 * one, `ofMany` where there are several. `waiting` includes who waits for a seat.
 */
export async function tellSeriesStudents(
  ctx: Ctx,
  news: readonly SeriesNews[],
  { kind, ofMany, waiting }: { kind: string; ofMany: string; waiting: boolean },
): Promise<void> {
  if (news.length === 0) return;
  const { db } = ctx;
  const ids = news.map(({ classId }) => classId);
  const seats = db.selectFrom('classEnrollments').select(['userId', 'classId']).where('classId', 'in', ids);
  const waits = db.selectFrom('classWaiting').select(['userId', 'classId']).where('classId', 'in', ids);
  const found = await (waiting ? seats.union(waits) : seats).execute();
  const inOrder = news.toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const told = new Map<string, { first: SeriesNews; others: number; to: string[] }>();
  for (const [userId, theirs] of Map.groupBy(found, (one) => one.userId)) {
    const first = inOrder.find(({ classId }) => theirs.some((one) => one.classId === classId));
    if (!first) continue;
    const others = theirs.length - 1;
    const same = told.get(`${first.classId} ${others}`) ?? { first, others, to: [] };
    same.to.push(userId);
    told.set(`${first.classId} ${others}`, same);
  }
  for (const { first, others, to } of told.values()) {
    const { classId, detail } = first;
    await notify(ctx, {
      to,
      kind: others === 0 ? kind : ofMany,
      detail: others === 0 ? detail : { ...detail, others },
      link: others === 0 ? `/classes?class=${classId}` : '/classes?tab=upcoming',
      about: classId,
    });
  }
}
