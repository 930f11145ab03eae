import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import { Temporal } from 'temporal-polyfill';
import { dayMs } from '#shared/time/durations.ts';
import type { CalendarEvent } from './calendar.ts';
import { describeZone } from './describe-zone.ts';

/** An event with what a subscribed calendar program needs to notice changes. */
export type PublishedEvent = CalendarEvent & {
  /** Higher for newer. */
  sequence: number;
  changedAt: Date;
  cancelled: boolean;
  /** The event's page, if it has one. */
  url: string | null;
};

/**
 * Programs refresh every 15 minutes. The library would write this after the zones, where RFC 5545 allows no property.
 */
const refresh = ['REFRESH-INTERVAL;VALUE=DURATION:PT15M', 'X-PUBLISHED-TTL:PT15M'];
const head = 'METHOD:PUBLISH\r\n';
const year = 366 * dayMs;

/**
 * Writes events as an iCalendar text for subscribers: escaped and folded, each event in its zone, with the zones'
 * rules. Deterministic. `host` makes the event ids globally unique.
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
