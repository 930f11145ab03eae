import { calendarDay, clockTime, mexicoCity } from '#shared/time/zones.ts';

type Reading = { day: string; time: string };

/**
 * The day and time of a start in Mexico City, and in the reader's zone. `reader` is null where both zones show the
 * same time at that instant.
 */
export function timesOf(startsAt: string, readerZone: string): { mexico: Reading; reader: Reading | null } {
  const mexico = readingIn(startsAt, mexicoCity);
  const reader = readingIn(startsAt, readerZone);
  // No zone is a whole day away from Mexico's: the same time is the same day.
  return { mexico, reader: reader.time === mexico.time ? null : reader };
}

function readingIn(startsAt: string, zone: string): Reading {
  return { day: calendarDay(startsAt, zone), time: clockTime(startsAt, zone) };
}
