import { sql } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import { endOffer } from '../hand-over/end-offer.ts';
import type { LockedSeries } from './lock-series.ts';
import type { Series } from './make-classes.ts';
import { addDays, type DayMoves, offsetOf } from './series-rules.ts';

type Split = { moves: DayMoves; changes: Partial<Omit<Series, 'id' | 'createdAt'>> };

/**
 * Ends a series the day before the first of these classes, and gives them, cancelled ones too, to a new one. Answers the
 * new one.
 */
export async function splitSeries(
  ctx: Ctx,
  { series, from, classes }: LockedSeries,
  { moves, changes }: Split,
): Promise<Series> {
  const { db } = ctx;
  const { id, createdAt, endsOn, madeUntil, startsOn, ...facts } = series;
  const first = from < startsOn ? startsOn : from;
  // Within its week the first class may come before the day from which on the series changes, the last one after its end.
  const days = classes.map(({ seriesDay }) => addDays(seriesDay, offsetOf(moves, seriesDay)));
  const shift = new Set(moves.offsets).size === 1 ? (moves.offsets[0] ?? 0) : 0;
  const next = await db
    .insertInto('classSeries')
    .values({
      ...facts,
      ...changes,
      weekdays: moves.weekdays,
      startsOn: [addDays(first, shift), ...days].reduce(earlier),
      endsOn: endsOn && [addDays(endsOn, shift), ...days].reduce(later),
      madeUntil: addDays(madeUntil, shift),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await db
    .updateTable('classes')
    .set({
      seriesId: next.id,
      seriesDay: sql<string>`series_day + (${moves.offsets}::integer[])[extract(isodow from series_day)::integer]`,
    })
    .where('seriesId', '=', id)
    .where('seriesDay', '>=', from)
    .execute();
  // An offer goes along with the classes, unless they changed hands: then there is nothing left to accept.
  if (next.createdBy === series.createdBy) {
    await db.updateTable('classSeriesOffers').set({ seriesId: next.id }).where('seriesId', '=', id).execute();
  } else await endOffer(ctx, id);
  await endSeries(ctx, series, from);
  return next;
}

const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);

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
