import { Temporal } from 'temporal-polyfill';

/** Two instants: `from` is inclusive, `to` exclusive. */
export type Period = { from: Date; to: Date };

/** The calendar month of the zone in which `instant` lies. */
export function monthAround(instant: Date, zone: string): Period {
  const first = dayIn(instant, zone).with({ day: 1 });
  return between(first, first.add({ months: 1 }), zone);
}

/** The week of the zone, from Monday, in which `instant` lies. */
export function weekAround(instant: Date, zone: string): Period {
  const today = dayIn(instant, zone);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return between(monday, monday.add({ days: 7 }), zone);
}

/** The Mondays of that many weeks, the last of them the current one's, as days and as instants, oldest first. */
export function mondaysUntil(instant: Date, zone: string, weeks: number): { day: string; from: Date }[] {
  const today = dayIn(instant, zone);
  const last = today.subtract({ days: today.dayOfWeek - 1 });
  return Array.from({ length: weeks }, (_, at) => {
    const monday = last.subtract({ weeks: weeks - 1 - at });
    return { day: monday.toString(), from: between(monday, monday, zone).from };
  });
}

function dayIn(instant: Date, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone).toPlainDate();
}

/** From the first instant of one day to the first of another: a day may not begin at 00:00 where clocks change. */
function between(first: Temporal.PlainDate, after: Temporal.PlainDate, zone: string): Period {
  const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime(zone).epochMilliseconds);
  return { from: startOf(first), to: startOf(after) };
}
