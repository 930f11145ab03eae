import { addDays, weekdayOf } from '#shared/time/calendar-days.ts';

/** The days of a series: `yyyy-mm-dd`, without a zone. */
export type Pattern = {
  /** 1 is Monday, 7 is Sunday. */
  weekdays: readonly number[];
  startsOn: string;
  /** The last day, included; null: it goes on. */
  endsOn: string | null;
};

/** How many skipped days a preview names. */
export const mostSkipped = 10;

/** The classes of a series are made so many weeks ahead. */
const weeksAhead = 8;

/** The last day for which the classes of a series are made today: of eight weeks from today, or from its first day. */
export function madeUntil(today: string, startsOn = today): string {
  return addDays(startsOn.localeCompare(today) > 0 ? startsOn : today, weeksAhead * 7 - 1);
}

/** No series is counted further than this many days. */
const longest = 2 * 366;

/**
 * The days of a series from `from` to `to`, both included, in order. It answers only the first two years of a longer
 * range.
 */
export function daysOf(pattern: Pattern, { from, to }: { from: string; to: string }): string[] {
  const { weekdays, startsOn, endsOn } = pattern;
  const last = endsOn !== null && endsOn < to ? endsOn : to;
  const days: string[] = [];
  let day = from < startsOn ? startsOn : from;
  for (let n = 0; n < longest && day <= last; n++) {
    if (weekdays.includes(weekdayOf(day))) days.push(day);
    day = addDays(day, 1);
  }
  return days;
}

/** The days after `done` that a server has to make classes for today. */
export function daysToMake(pattern: Pattern, { done, today }: { done: string; today: string }): string[] {
  return daysOf(pattern, { from: addDays(done, 1), to: madeUntil(today) });
}

/** The days of the week so many days later, from Monday on: Tuesday and Sunday are Wednesday and Monday a day later. */
export function shiftWeekdays(weekdays: readonly number[], days: number): number[] {
  return weekdays.map((day) => ((((day - 1 + days) % 7) + 7) % 7) + 1).sort((a, b) => a - b);
}

/** Where the days of a series go when it changes its days of the week. */
export type DayMoves = {
  weekdays: number[];
  /** By how many days the classes of each day of the week move, Monday first; 0 for those that stay. */
  offsets: number[];
  /** Days of the week whose classes have no day any more. */
  dropped: number[];
  /** Days of the week on which no class of it was before. */
  added: number[];
};

/** Every class moves by as many days. */
export function moveByDays(weekdays: readonly number[], days: number): DayMoves {
  return { weekdays: shiftWeekdays(weekdays, days), offsets: Array(7).fill(days), dropped: [], added: [] };
}

/**
 * Each class keeps its week, so that its students keep it: days that stay keep their classes, the first day that goes
 * gives its classes to the first that comes, and so on. From Monday and Wednesday to Tuesday and Wednesday, Mondays
 * become Tuesdays.
 */
export function moveToWeekdays(before: readonly number[], after: readonly number[]): DayMoves {
  const weekdays = [...new Set(after)].sort((a, b) => a - b);
  const going = before.filter((day) => !weekdays.includes(day)).sort((a, b) => a - b);
  const coming = weekdays.filter((day) => !before.includes(day));
  const pairs = Math.min(going.length, coming.length);
  const offsets = Array(7).fill(0);
  for (let n = 0; n < pairs; n++) {
    const [from = 0, to = 0] = [going[n], coming[n]];
    offsets[from - 1] = to - from;
  }
  return { weekdays, offsets, dropped: going.slice(pairs), added: coming.slice(pairs) };
}

/** By how many days the class of a day moves. */
export function offsetOf({ offsets }: DayMoves, day: string): number {
  return offsets[weekdayOf(day) - 1] ?? 0;
}
