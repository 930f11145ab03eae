import { addDays, daysBetween } from '#shared/time/calendar-days.ts';

/** How many days an administrator makes holidays at once. */
export const mostHolidayDays = 14;

/** The days from the first to the last, both included; none where the last is before the first. */
export function daysFrom(first: string, last: string): string[] {
  return Array.from({ length: Math.max(0, daysBetween(first, last) + 1) }, (_, later) =>
    addDays(first, later),
  );
}

/** Days that follow one another under one name, such as those between two terms. */
export type Stretch<Holiday> = { first: string; last: string; name: string; days: readonly Holiday[] };

/** Holidays, which are in order, as stretches. */
export function stretchesOf<Holiday extends { day: string; name: string }>(
  holidays: readonly Holiday[],
): Stretch<Holiday>[] {
  const stretches: Stretch<Holiday>[] = [];
  for (const holiday of holidays) {
    const { day, name } = holiday;
    const before = stretches.at(-1);
    if (before?.name === name && daysBetween(before.last, day) === 1) {
      stretches[stretches.length - 1] = { ...before, last: day, days: [...before.days, holiday] };
    } else {
      stretches.push({ first: day, last: day, name, days: [holiday] });
    }
  }
  return stretches;
}
