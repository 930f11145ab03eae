import type { Selectable } from 'kysely';
import type { Ctx } from '#server/ctx.ts';
import type { ClassSeries } from '#server/db/schema.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { readHolidays } from '../holidays/read-holidays.ts';
import { wantCalendar } from '../timetable/want-calendar.ts';

export type Series = Selectable<ClassSeries>;

/**
 * Inserts the classes of a series for these days, without holidays, days whose class was deleted and classes that have
 * begun, and puts due work that tells the outside calendar of each. Idempotent: a day that has its class keeps it, also
 * against another process (`class_of_series_day`). Returns the ids of the new classes, by start.
 */
export async function makeClasses(ctx: Ctx, series: Series, days: readonly string[]): Promise<string[]> {
  const {
    id,
    weekdays: _,
    clockTime,
    startsOn: _1,
    endsOn: _2,
    madeUntil: _3,
    createdAt: _4,
    ...facts
  } = series;
  const holidays = (await readHolidays(ctx, days)).map(({ day }) => day);
  const leftOut = new Set([...holidays, ...(await readDeletedDays(ctx, id))]);
  const classes = days
    .filter((day) => !leftOut.has(day))
    .map((day) => ({
      ...facts,
      seriesId: id,
      seriesDay: day,
      startsAt: instantAtOrLater({ date: day, time: clockTime, zone: series.zone }),
    }))
    .filter(({ startsAt }) => startsAt > ctx.now);
  if (classes.length === 0) return [];
  const made = await ctx.db
    .insertInto('classes')
    .values(classes)
    .onConflict((conflict) => conflict.doNothing())
    .returning(['id', 'startsAt'])
    .execute();
  const ids = made.toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime()).map((one) => one.id);
  await wantCalendar(ctx, ...ids);
  return ids;
}

/** The days of a series whose class an organiser deleted. */
export async function readDeletedDays({ db }: Ctx, seriesId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('classDeletedDays')
    .select('day')
    .where('seriesId', '=', seriesId)
    .execute();
  return rows.map(({ day }) => day);
}
