import { dayMs } from './durations.ts';

/**
 * Calendar days (`yyyy-mm-dd`) without a time zone. The arithmetic is done in UTC, where every day has 24 hours.
 */

/** The day of an instant in UTC. */
export function utcDay(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The day that many days later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return utcDay(new Date(noonOf(day).getTime() + days * dayMs));
}

/** How many days `later` is after `earlier`; negative when it is before. */
export function daysBetween(earlier: string, later: string): number {
  return (noonOf(later).getTime() - noonOf(earlier).getTime()) / dayMs;
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: string): number {
  return noonOf(day).getUTCDay() || 7;
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  return addDays(day, 1 - weekdayOf(day));
}

/** The seven days from that one on. */
export function weekFrom(day: string): string[] {
  return Array.from({ length: 7 }, (_, later) => addDays(day, later));
}

/** `2026-11` of `2026-11-20`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/**
 * A range of instants that includes every moment of the days from `first` (inclusive) to `after` (exclusive) in any
 * time zone. A day begins at most 14 hours before the same day in UTC and at most 12 hours after it.
 */
export function windowAround(first: string, after: string): { from: string; to: string } {
  return { from: `${addDays(first, -1)}T00:00:00Z`, to: `${addDays(after, 1)}T00:00:00Z` };
}

/** Noon UTC of the day, which is the same day in UTC whatever is counted from it. */
export function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}
