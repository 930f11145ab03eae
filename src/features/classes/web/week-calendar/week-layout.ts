import { groupBy } from '#shared/group-by.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';

/** The hours a week shows even when nothing happens in them, both included. */
const firstHour = 8;
const lastHour = 21;

type Starting = { startsAt: string };
export type WeekLayout<Class> = {
  /** Every row, without gaps; more than 8 to 21 when a class of the week begins outside them. */
  hours: number[];
  /** The hour of the week's earliest start of a day; null without classes. */
  firstTaken: number | null;
  /** The classes that begin in that hour of that day, in the order given. */
  at(day: string, hour: number): readonly Class[];
  /** The classes of that day, in the order given. */
  on(day: string): readonly Class[];
};

/**
 * Where each class stands in a week: the day and the hour at which the clocks of `zone` show its start, so one
 * that begins at 23:30 in Bogotá stands at 22 in Mexico, and at 4 of the next day in London.
 * Classes of other days are left out. `days` are `yyyy-mm-dd`.
 */
export function layOutWeek<Class extends Starting>(
  classes: readonly Class[],
  days: readonly string[],
  zone: string,
): WeekLayout<Class> {
  const placed = classes
    .map((liveClass) => ({
      liveClass,
      day: calendarDay(liveClass.startsAt, zone),
      hour: hourOf(liveClass, zone),
    }))
    .filter(({ day }) => days.includes(day));
  const taken = placed.map(({ hour }) => hour);
  const first = Math.min(firstHour, ...taken);
  const last = Math.max(lastHour, ...taken);
  const cells = groupBy(placed, ({ day, hour }) => `${day} ${hour}`);
  const columns = groupBy(placed, ({ day }) => day);
  const classesOf = (found: typeof placed | undefined) => found?.map(({ liveClass }) => liveClass) ?? [];
  return {
    firstTaken: taken.length === 0 ? null : Math.min(...taken),
    hours: Array.from({ length: last - first + 1 }, (_, row) => first + row),
    at: (day, hour) => classesOf(cells.get(`${day} ${hour}`)),
    on: (day) => classesOf(columns.get(day)),
  };
}

/** A start that cannot be read stands in the first row rather than nowhere. */
function hourOf({ startsAt }: Starting, zone: string): number {
  const hour = /^([01]\d|2[0-3]):/.exec(clockTime(startsAt, zone))?.[1];
  return hour === undefined ? firstHour : Number(hour);
}
