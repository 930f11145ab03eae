import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { changeRefusals, type Scope, seriesRefusals } from '../contract.ts';
import { type ClassState, lockClass } from '../lock-class.ts';
import type { Series } from './make-classes.ts';

/** A series whose row is locked, and its classes that are to come and not cancelled, locked too, by day. */
export type LockedSeries = {
  series: Series;
  /** The first day that the scope includes. */
  from: string;
  classes: { id: string; seriesDay: string; changedAlone: boolean; liveClass: ClassState }[];
};

/**
 * Locks the series of a class, then its classes in the order of their ids: first the series, as `extendSeries` does, so
 * that two organisers do not deadlock. `following` includes the classes from that class on, `all` those before it too,
 * as far as they have not begun. Reads the seat of `userId` in each.
 * @throws Refusal notFound, notInSeries, changedMeanwhile
 */
export async function lockSeries(
  ctx: Ctx,
  classId: string,
  { scope, userId }: { scope: Scope; userId: string },
): Promise<LockedSeries> {
  const { db } = ctx;
  const asked = await db
    .selectFrom('classes')
    .select(['seriesId', 'seriesDay'])
    .where('id', '=', classId)
    .executeTakeFirst();
  if (!asked) throw new Refusal(commonRefusals.notFound);
  if (!asked.seriesId || !asked.seriesDay) throw new Refusal(seriesRefusals.notInSeries);
  const series = await db
    .selectFrom('classSeries')
    .selectAll()
    .where('id', '=', asked.seriesId)
    .forUpdate()
    .executeTakeFirst();
  const stillIn = await db
    .selectFrom('classes')
    .select('id')
    .where('id', '=', classId)
    .where('seriesId', '=', asked.seriesId)
    .executeTakeFirst();
  // Another organiser, for whom this one waited, has moved the class to another series.
  if (!series || !stillIn) throw new Refusal(changeRefusals.changedMeanwhile);
  const rows = await selectComing(ctx, { seriesId: series.id, seriesDay: asked.seriesDay, scope })
    .select('id')
    .orderBy('id')
    .forUpdate()
    .execute();
  const classes = [];
  for (const { id, seriesDay, changedAlone } of rows) {
    const liveClass = await lockClass(ctx, id, userId);
    classes.push({ id, seriesDay: seriesDay ?? '', changedAlone, liveClass });
  }
  classes.sort((a, b) => a.seriesDay.localeCompare(b.seriesDay));
  return { series, from: classes[0]?.seriesDay ?? asked.seriesDay, classes };
}

/**
 * The class that the organiser has before them. It is none of the locked ones when it has begun or was cancelled; then
 * it is locked after them, as the last.
 */
export async function lockPivot(
  ctx: Ctx,
  { classes }: LockedSeries,
  { classId, userId }: { classId: string; userId: string },
): Promise<ClassState> {
  const locked = classes.find(({ id }) => id === classId);
  return locked?.liveClass ?? (await lockClass(ctx, classId, userId));
}

/** The classes of a series that are to come and not cancelled, as far as the scope includes them. */
export function selectComing(
  { db, now }: Ctx,
  { seriesId, seriesDay, scope }: { seriesId: string; seriesDay: string; scope: Scope },
) {
  const query = db
    .selectFrom('classes')
    .select(['seriesDay', 'changedAlone'])
    .where('seriesId', '=', seriesId)
    .where('status', '=', 'scheduled')
    .where('startsAt', '>', now);
  return scope === 'following' ? query.where('seriesDay', '>=', seriesDay) : query;
}
