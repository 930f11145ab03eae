import { type RawBuilder, sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { addDays } from '#shared/time/calendar-days.ts';
import type { ComingSeries } from './lock-series.ts';
import type { Series } from './make-classes.ts';
import type { DayMoves, Pattern } from './series-rules.ts';

type Split = {
  moves: DayMoves;
  pattern: Pattern;
  madeUntil: string;
  /** Classes that repeat no more. */
  single?: readonly string[];
  changes: Partial<Omit<Series, 'id' | 'createdAt' | 'madeUntil' | keyof Pattern>>;
};

/**
 * Ends a series the day before the first of these classes, and gives them, cancelled ones too, to a new one. Cancelled
 * classes and deleted ones after its end or of a dropped day of the week stay behind: where the new one goes on, or has
 * that day again, their days get classes again. Answers the new one.
 */
export async function splitSeries(
  ctx: Ctx,
  { series, from }: Pick<ComingSeries, 'series' | 'from'>,
  { moves, pattern, madeUntil, single = [], changes }: Split,
): Promise<Series> {
  const { db } = ctx;
  const { id, createdAt: _, ...facts } = series;
  const next = await db
    .insertInto('classSeries')
    .values({ ...facts, ...changes, ...pattern, weekdays: [...pattern.weekdays], madeUntil })
    .returningAll()
    .executeTakeFirstOrThrow();
  const moved = (day: RawBuilder<unknown>) =>
    sql<string>`${day} + (${moves.offsets}::integer[])[extract(isodow from ${day})::integer]`;
  const keepsDay = (day: RawBuilder<unknown>) =>
    sql<boolean>`extract(isodow from ${day})::integer <> all(${moves.dropped}::integer[])`;
  if (single.length > 0) {
    await db
      .updateTable('classes')
      .set({ seriesId: null, seriesDay: null })
      .where('id', 'in', single)
      .execute();
  }
  await db
    .updateTable('classDeletedDays')
    .set({ seriesId: next.id, day: moved(sql`day`) })
    .where('seriesId', '=', id)
    .where('day', '>=', from)
    .where(keepsDay(sql`day`))
    .$if(series.endsOn !== null, (query) => query.where('day', '<=', series.endsOn ?? ''))
    .execute();
  await db
    .updateTable('classes')
    .set({ seriesId: next.id, seriesDay: moved(sql`series_day`) })
    .where('seriesId', '=', id)
    .where('seriesDay', '>=', from)
    .where(keepsDay(sql`series_day`))
    .where(
      sql<boolean>`(status <> 'cancelled' or ${series.endsOn}::date is null or series_day <= ${series.endsOn}::date)`,
    )
    .execute();
  // An offer goes along with the classes, unless they changed hands: then there is nothing left to accept.
  if (next.createdBy === series.createdBy) {
    await db.updateTable('classOffers').set({ seriesId: next.id }).where('seriesId', '=', id).execute();
  } else await db.deleteFrom('classOffers').where('seriesId', '=', id).execute();
  await endSeries(ctx, series, from);
  return next;
}

/** Makes no class of a series from that day on. A series without a class is deleted. */
export async function endSeries({ db }: Ctx, { id, endsOn }: Series, from: string): Promise<void> {
  const last = addDays(from, -1);
  await db
    .updateTable('classSeries')
    .set({ endsOn: endsOn !== null && endsOn < last ? endsOn : last })
    .where('id', '=', id)
    .execute();
  await db
    .deleteFrom('classSeries')
    .where('id', '=', id)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('classes').select('id').where('seriesId', '=', id))),
    )
    .execute();
}
