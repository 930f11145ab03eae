import { Temporal } from 'temporal-polyfill';

// Converts local dates and times of a zone to instants. Server only: the browser sends what the person typed.

/**
 * The instant of a local date (`yyyy-mm-dd`) and time (`HH:mm`) in a zone. A time that happens twice, when clocks go
 * back, means the first. Null for a time that does not happen, when clocks go forward: the organiser has to choose
 * another. Date, time and zone must be well-formed.
 */
export function instantAt({ date, time, zone }: { date: string; time: string; zone: string }): Date | null {
  const typed = Temporal.PlainDateTime.from(`${date}T${time}`);
  const resolved = typed.toZonedDateTime(zone, { disambiguation: 'compatible' });
  // "compatible" moves a time that does not happen forward, so it differs from the typed one.
  return resolved.toPlainDateTime().equals(typed) ? new Date(resolved.epochMilliseconds) : null;
}

/**
 * The same for a class that repeats, which no organiser is there to ask: a time that does not happen is as much later
 * as the clocks go forward, 03:30 for 02:30.
 */
export function instantAtOrLater({ date, time, zone }: { date: string; time: string; zone: string }): Date {
  const typed = Temporal.PlainDateTime.from(`${date}T${time}`);
  return new Date(typed.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds);
}

/**
 * The day in a zone that contains an instant: its date (`yyyy-mm-dd`), its first instant and that of the next day. It
 * has 23 or 25 hours when clocks change, and may begin later than 00:00.
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
