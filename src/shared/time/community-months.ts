import { Temporal } from 'temporal-polyfill';
import { mexicoCity } from './zones.ts';

/*
 * The months that a plan is paid for, by the community's calendar, which is that of Mexico City. In UTC the evening of
 * 31 January is 1 February. Server only.
 */

/** The same day and time some months later; the last day of a month that is too short. */
export function monthsAfter(instant: Date, months = 1): Date {
  return new Date(inMexico(instant).add({ months }).epochMilliseconds);
}

/** How many months `monthsAfter` went from one instant to the other. */
export function monthsBetween(instant: Date, later: Date): number {
  const [from, to] = [inMexico(instant), inMexico(later)];
  return (to.year - from.year) * 12 + to.month - from.month;
}

function inMexico(instant: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(mexicoCity);
}
