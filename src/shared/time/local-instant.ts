import { dayMs, minuteMs } from './durations.ts';
import { calendarDay, clockTime } from './zones.ts';

/**
 * The instant of a local date (`yyyy-mm-dd`) and time (`HH:mm` or `HH:mm:ss`) in a zone, with `Intl` alone, for the
 * browser; `wall-clock.ts` does the same on the server. A time that happens twice means the first; one that does not
 * happen is as much later as the clocks go forward. An invalid date for what is no date.
 */
export function localInstant(day: string, time: string, zone: string): Date {
  const typed = Date.parse(`${day}T${time}Z`);
  if (Number.isNaN(typed)) return new Date(Number.NaN);
  // A day before and a day after there is at most one change of the clocks.
  const earlier = typed - offsetAt(typed - dayMs, zone);
  const later = typed - offsetAt(typed + dayMs, zone);
  const isLater = localAt(earlier, zone) !== floored(typed) && localAt(later, zone) === floored(typed);
  return new Date(isLater ? later : earlier);
}

function offsetAt(instant: number, zone: string): number {
  return localAt(instant, zone) - floored(instant);
}

/** What the clocks of the zone show at an instant, to the minute, as milliseconds of UTC. */
function localAt(instant: number, zone: string): number {
  const iso = new Date(instant).toISOString();
  return Date.parse(`${calendarDay(iso, zone)}T${clockTime(iso, zone)}Z`);
}

function floored(instant: number): number {
  return Math.floor(instant / minuteMs) * minuteMs;
}
