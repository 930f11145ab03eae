import { Temporal } from 'temporal-polyfill';

/** The days of a series: `yyyy-mm-dd`, without a zone. */
export type Pattern = {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  startsOn: string;
  /** The last day, included; null: it goes on. */
  endsOn: string | null;
};

/** The classes of a series are made so many weeks ahead. */
const weeksAhead = 8;

/** The last day for which the classes of a series are made today: of eight weeks from today, or from its first day. */
export function madeUntil(today: string, startsOn = today): string {
  return addDays(startsOn.localeCompare(today) > 0 ? startsOn : today, weeksAhead * 7 - 1);
}

/** No series is counted further than this many days. */
const longest = 2 * 366;

/**
 * The days of a series from `from` to `to`, both included, in order. Of a range longer than two years it answers the
 * first two.
 */
export function daysOf(pattern: Pattern, { from, to }: { from: string; to: string }): string[] {
  const { weekdays, startsOn, endsOn } = pattern;
  const last = endsOn !== null && endsOn < to ? endsOn : to;
  const days: string[] = [];
  let day = Temporal.PlainDate.from(from < startsOn ? startsOn : from);
  for (let n = 0; n < longest && day.toString() <= last; n++) {
    if (weekdays.includes(day.dayOfWeek)) days.push(day.toString());
    day = day.add({ days: 1 });
  }
  return days;
}

/** The days after `done` that a server has to make classes for today. */
export function daysToMake(pattern: Pattern, { done, today }: { done: string; today: string }): string[] {
  return daysOf(pattern, { from: addDays(done, 1), to: madeUntil(today) });
}

/** The day that many days later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return Temporal.PlainDate.from(day).add({ days }).toString();
}

/** How many days `later` is after `earlier`; negative when it is before. */
export function daysBetween(earlier: string, later: string): number {
  return Temporal.PlainDate.from(earlier).until(later, { largestUnit: 'days' }).days;
}

/** The days of the week so many days later, from Monday on: Tuesday and Sunday are Wednesday and Monday a day later. */
export function shiftWeekdays(weekdays: readonly number[], days: number): number[] {
  return weekdays.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1).sort((a, b) => a - b);
}
