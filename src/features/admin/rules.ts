import { Temporal } from 'temporal-polyfill';

/** Instants: `from` is inside, `to` is not. */
export type Period = { from: Date; to: Date };

/** The calendar month that it is in a zone. */
export function monthAround(instant: Date, zone: string): Period {
  const first = dayIn(instant, zone).with({ day: 1 });
  return between(first, first.add({ months: 1 }), zone);
}

/** The week that it is in a zone, from Monday on. */
export function weekAround(instant: Date, zone: string): Period {
  const today = dayIn(instant, zone);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return between(monday, monday.add({ days: 7 }), zone);
}

function dayIn(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

/** From the first instant of one day to the first of another, wherever in the night clocks change. */
function between(first: Temporal.PlainDate, after: Temporal.PlainDate, zone: string): Period {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return { from: startOf(first), to: startOf(after) };
}
