import { Temporal } from 'temporal-polyfill';

/**
 * From the clocks and calendars of a zone to instants. Server only: the browser sends what was typed.
 */

/**
 * The instant at which a zone's clocks show that day (`yyyy-mm-dd`) and time (`HH:mm`). A time that happens
 * twice, when clocks go back, means the first. Null for one that never happens, when they go forward:
 * guessing an hour for a class is worse than asking. Day, time and zone must be well-formed.
 */
export function instantAt({ date, time, zone }: { date: string; time: string; zone: string }): Date | null {
  const typed = Temporal.PlainDateTime.from(`${date}T${time}`);
  const placed = typed.toZonedDateTime(zone, { disambiguation: 'compatible' });
  // In a gap, "compatible" moves the hands on; they no longer show what was typed.
  return placed.toPlainDateTime().equals(typed) ? new Date(placed.epochMilliseconds) : null;
}

/**
 * The day it is in a zone: its name (`yyyy-mm-dd`), its first instant and the next day's. It has 23 or 25
 * hours when clocks change, and need not begin at 00:00.
 */
export function dayAround(instant: Date, zone: string): { day: string; from: Date; to: Date } {
  const now = Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
  const from = now.startOfDay();
  const to = from.add({ days: 1 }).startOfDay();
  return {
    day: now.toPlainDate().toString(),
    from: new Date(from.epochMilliseconds),
    to: new Date(to.epochMilliseconds),
  };
}
