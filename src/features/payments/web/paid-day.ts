import { localInstant } from '#shared/time/local-instant.ts';
import { calendarDay } from '#shared/time/zones.ts';

/** The day in the zone, yyyy-mm-dd. */
export function todayIn(zone: string): string {
  return calendarDay(new Date().toISOString(), zone);
}

/** The instant of a typed day on which money changed hands: its noon; undefined for today, which the server dates. */
export function noonOf(day: string, zone: string): string | undefined {
  if (day === '' || day === todayIn(zone)) return undefined;
  return localInstant(day, '12:00', zone).toISOString();
}
