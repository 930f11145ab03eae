import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal, refuse } from '#shared/refusal.ts';
import { changeRefusals, type Scope, seriesRefusals } from '../contract.ts';
import { type ClassState, lockClass, lockClasses, type readClassStates } from '../lock-class.ts';
import { may } from '../permissions.ts';
import { changeRefusal } from '../rules.ts';
import type { Series } from './make-classes.ts';

/** A series, and its classes that are to come and not cancelled, as far as a scope includes them. */
export type ComingSeries = {
  series: Series;
  /** The first day that the scope includes. */
  from: string;
  /** By the day that the series has for each. */
  classes: (ClassState & { seriesDay: string })[];
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
): Promise<ComingSeries> {
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
  return readComing(ctx, { series, seriesDay: asked.seriesDay, scope, userId }, lockClasses);
}

/**
 * The class that the organiser has before them. It is none of the locked ones when it has begun or was cancelled; then
 * it is locked after them, as the last.
 */
export async function lockPivot(
  ctx: Ctx,
  { classes }: ComingSeries,
  { classId, userId }: { classId: string; userId: string },
): Promise<ClassState> {
  return classes.find(({ id }) => id === classId) ?? lockClass(ctx, classId, userId);
}

/**
 * Refuses who may not change the series from the class on that they have before them, and for a class that cannot be
 * changed any more.
 */
export function refuseUnlessChangeable({ actor, now }: Ctx, series: Series, pivot: ClassState): void {
  const { createdBy } = pivot;
  refuse(
    may(actor, 'manage-series', { createdBy, seriesTeacher: series.createdBy }) ?? changeRefusal(pivot, now),
  );
}

/** Reads the classes of a series, by `lockClasses` with their rows locked. `seriesDay`: the day of the organiser's. */
export async function readComing(
  ctx: Ctx,
  { series, seriesDay, scope, userId }: { series: Series; seriesDay: string; scope: Scope; userId: string },
  read: typeof readClassStates,
): Promise<ComingSeries> {
  const isComing = sql<boolean>`(classes.series_id = ${series.id} and classes.status = 'scheduled'
    and classes.starts_at > ${ctx.now}::timestamptz
    and (${scope === 'all'} or classes.series_day >= ${seriesDay}::date))`;
  const classes = (await read(ctx, isComing, userId))
    .map((liveClass) => ({ ...liveClass, seriesDay: liveClass.seriesDay ?? '' }))
    .toSorted((a, b) => a.seriesDay.localeCompare(b.seriesDay));
  return { series, from: classes[0]?.seriesDay ?? seriesDay, classes };
}
