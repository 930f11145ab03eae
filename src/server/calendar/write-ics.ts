import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import type { CalendarEvent } from './calendar.ts';
import { describeZone } from './describe-zone.ts';

/** An event as a calendar program keeps up with it. */
export type PublishedEvent = CalendarEvent & {
  /** Higher for newer. */
  sequence: number;
  changedAt: Date;
  cancelled: boolean;
  /** Where to read more; null for nowhere. */
  url: string | null;
};

/** How often a program that asks need look again. The library would write it behind the zones, where no property may stand. */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT15M', 'X-PUBLISHED-TTL:PT15M'];
const head = 'METHOD:PUBLISH\r\n';
const year = 366 * 24 * 3600_000;

/**
 * Events as an iCalendar text to subscribe to: escaped and folded, each in its zone with that zone's rules. The same
 * events give the same text. `host` makes their ids the world's.
 */
export function writeIcs({
  name,
  host,
  events,
}: {
  name: string;
  host: string;
  events: PublishedEvent[];
}): string {
  const instants = events.flatMap(({ startsAt, endsAt }) => [startsAt.getTime(), endsAt.getTime()]);
  const from = new Date(Math.min(...instants) - year);
  const to = new Date(Math.max(...instants) + year);
  const calendar = ical({
    name,
    prodId: { company: host, product: 'calendar', language: 'ES' },
    method: ICalCalendarMethod.PUBLISH,
    timezone: { name: null, generator: (zone) => describeZone(zone, from, to) },
  });
  for (const {
    id,
    title,
    description,
    startsAt,
    endsAt,
    zone,
    sequence,
    changedAt,
    cancelled,
    url,
  } of events) {
    calendar.createEvent({
      id: `${id}@${host}`,
      summary: title,
      description,
      start: inZone(startsAt, zone),
      end: inZone(endsAt, zone),
      timezone: zone,
      sequence,
      stamp: changedAt,
      lastModified: changedAt,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      url,
    });
  }
  return `${calendar.toString().replace(head, `${head}${refresh.join('\r\n')}\r\n`)}\r\n`;
}

function inZone(instant: Date, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(zone);
}
