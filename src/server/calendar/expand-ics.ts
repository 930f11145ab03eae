import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { isZone } from '#shared/time/zones.ts';
import type { ListedEvent, UnreadableEvent } from './calendar.ts';
import { plainText } from './plain-text.ts';
import { addressIn, withoutSplit } from './read-google-event.ts';

type Read = ListedEvent | UnreadableEvent;

/** A limit on the repetitions of all events together: a daily event of ten years has 3,650. */
const mostSteps = 50_000;
/** A limit on the repetitions that are listed, over all events: thirty daily ones of two months are 1,800. */
const mostListed = 2_000;
/**
 * In characters, and more than a class keeps. Each repetition leaves the worker with a copy of its own, outside of the
 * memory that bounds the worker.
 */
const longest = { title: 500, description: 4_000, markup: 20_000, organiser: 254 };

/**
 * Lists the events of an iCalendar text that begin in the window, in no order; each repetition is an event of its own,
 * but for an event that has too many: none of those is listed. Times are read by this machine's rules for their zone,
 * else by the rules in the text. A malicious text can make it loop for ever, so call `expandIcsSafely`. Throws when the
 * text is not a calendar.
 */
export function expandIcs(text: string, from: Date, to: Date): Read[] {
  const parsed = ICAL.parse(text.replace(/^\uFEFF/, ''));
  const several: unknown[] = Array.isArray(parsed[0]) ? parsed : [parsed];
  const calendars = several.map((jcal) => new ICAL.Component(jcal as unknown[]));
  const budget = { steps: mostSteps, listed: mostListed };
  if (calendars.some(({ name }) => name !== 'vcalendar')) throw new Error('it begins as something else');
  return calendars.flatMap((calendar) => expandCalendar(calendar, { from, to, budget }));
}

type Scope = { from: Date; to: Date; budget: { steps: number; listed: number } };

function expandCalendar(calendar: ICAL.Component, scope: Scope): Read[] {
  const named = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '');
  const calendarZone = isZone(named) ? named : null;
  const all = calendar.getAllSubcomponents('vevent').map((component) => readEvent(component, calendarZone));
  const series = new Map(
    all.filter(({ event }) => !event.isRecurrenceException()).map((it) => [it.event.uid, it]),
  );
  const idOfEntry = ({ event }: Event) =>
    idOf(event, event.isRecurrenceException() ? asInSeries(event.recurrenceId, series.get(event.uid)) : null);
  // A repetition with an entry of its own, moved or cancelled, replaces the one that the rule yields. The library does
  // not know an excluded one that is named in UTC where the text lacks the rules of the series' zone.
  const replaced = new Set([
    ...all.filter(({ event }) => event.isRecurrenceException()).map(idOfEntry),
    ...[...series.values()].flatMap(excludedFrom),
  ]);
  return all
    .filter(({ component }) => component.getFirstPropertyValue('status') !== 'CANCELLED')
    .flatMap((read) => expandEvent(read, idOfEntry(read), { replaced, ...scope }));
}

/**
 * The start of a repetition as the rule of its series yields it, on the series' clock: some programs name it in UTC.
 */
function asInSeries(repetition: ICAL.Time, series: Event | undefined): ICAL.Time {
  if (repetition.zone !== ICAL.Timezone.utcTimezone || !series?.start) return repetition;
  if (series.zone.kind !== 'known') return repetition.convertToZone(series.start.zone ?? repetition.zone);
  const instant = Temporal.Instant.fromEpochMilliseconds(repetition.toUnixTime() * 1000);
  const wall = instant.toZonedDateTimeISO(series.zone.name).toPlainDateTime();
  return ICAL.Time.fromDateTimeString(wall.toString({ smallestUnit: 'second' }));
}

/** The ids of the repetitions that a series excludes. */
function excludedFrom(series: Event): string[] {
  const values = series.component.getAllProperties('exdate').flatMap((property) => property.getValues());
  return values.flatMap((value) =>
    value instanceof ICAL.Time ? [idOf(series.event, asInSeries(value, series))] : [],
  );
}

type Event = ReturnType<typeof readEvent>;

function readEvent(component: ICAL.Component, calendarZone: string | null) {
  const event = new ICAL.Event(component);
  const start = component.getFirstProperty('dtstart');
  const zone = zoneOf(start, calendarZone);
  const end = component.getFirstProperty('dtend');
  const named = end && zoneOf(end, calendarZone);
  const endZone = named && named.kind !== 'unknown' ? named : zone;
  return { component, event, start: event.startDate as ICAL.Time | null, zone, endZone };
}

function expandEvent(
  read: Event,
  id: string,
  { replaced, from, to, budget }: Scope & { replaced: ReadonlySet<string> },
): Read[] {
  const { event, start, zone, endZone } = read;
  const title = (event.summary ?? '').trim().slice(0, longest.title);
  const inWindow = (instant: Date) => instant >= from && instant < to;
  if (!start) return [{ id, title, unreadable: 'no-time' }];
  if (start.isDate) {
    const day = new Date(`${start.toString()}T12:00:00Z`);
    const near = event.isRecurring() ? day < to : inWindow(day);
    return near ? [{ id, title, unreadable: 'all-day' }] : [];
  }
  const first = instantOf(start, zone);
  const last = event.endDate && instantOf(event.endDate, endZone);
  if (!first || !last) return [{ id, title, unreadable: 'unknown-zone' }];
  const lasting = last.getTime() - first.getTime();
  if (!(lasting > 0)) return inWindow(first) ? [{ id, title, unreadable: 'no-time' }] : [];
  const facts = factsOf(read, title);
  const at = (occurrenceId: string, startsAt: Date): ListedEvent => ({
    ...facts,
    id: occurrenceId,
    startsAt,
    endsAt: new Date(startsAt.getTime() + lasting),
  });
  if (!event.isRecurring()) return inWindow(first) ? [at(id, first)] : [];

  const tooMany: Read[] = [{ id, title, unreadable: 'too-many-repetitions' }];
  const found: ListedEvent[] = [];
  const repetitions = event.iterator();
  for (let next = repetitions.next(); next; next = repetitions.next()) {
    if (budget.steps-- <= 0) return tooMany;
    const startsAt = instantOf(next, zone);
    if (!startsAt) continue;
    if (startsAt >= to) break;
    const occurrenceId = idOf(event, next);
    if (startsAt < from || replaced.has(occurrenceId)) continue;
    if (found.length >= budget.listed) return tooMany;
    found.push(at(occurrenceId, startsAt));
  }
  budget.listed -= found.length;
  return found;
}

function factsOf({ component, event, zone }: Event, title: string) {
  const value = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null;
  const organiser = /^mailto:(.+)$/i.exec(value('organizer') ?? '')?.[1];
  return {
    title,
    description: plainText((event.description ?? '').slice(0, longest.markup)).slice(0, longest.description),
    zone: zone.kind === 'known' ? zone.name : null,
    meetLink:
      addressIn(value('x-google-conference')) ??
      addressIn(value('conference')) ??
      addressIn(value('location')),
    organisers: organiser && organiser.length <= longest.organiser ? [organiser.trim().toLowerCase()] : [],
    recurringEventId:
      event.isRecurring() || event.isRecurrenceException()
        ? idOf({ uid: withoutSplit(event.uid ?? '') }, null)
        : null,
    readOnly: true,
  };
}

/** Whose rules convert the times of an event: this machine's (`known`) or those in the text (`described`). */
type EventZone = { kind: 'known'; name: string } | { kind: 'described' } | { kind: 'unknown' };

function zoneOf(start: ICAL.Property | null, calendarZone: string | null): EventZone {
  const tzid = String(start?.getParameter('tzid') ?? '');
  // Some programs write /vendor/version/ before the zone's name.
  const name = [tzid, /[A-Za-z_]+\/[A-Za-z_+-]+$/.exec(tzid)?.[0], tzid ? null : calendarZone].find(
    (candidate) => candidate && isZone(candidate),
  );
  if (name) return { kind: 'known', name };
  const time = start?.getFirstValue();
  const described = time instanceof ICAL.Time && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return described ? { kind: 'described' } : { kind: 'unknown' };
}

function instantOf(time: ICAL.Time, zone: EventZone): Date | null {
  if (time.zone === ICAL.Timezone.utcTimezone || zone.kind === 'described')
    return new Date(time.toUnixTime() * 1000);
  if (zone.kind === 'unknown') return null;
  const { year, month, day, hour, minute, second } = time;
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  return new Date(wall.toZonedDateTime(zone.name).epochMilliseconds);
}

/** The id of one repetition: stable across readings, at most 300 characters. */
function idOf({ uid }: Pick<ICAL.Event, 'uid'>, repetition: ICAL.Time | null): string {
  const name = `ics/${uid ?? ''}${repetition ? `/${repetition.toString()}` : ''}`;
  return name.length <= 300 ? name : `ics/${createHash('sha256').update(name).digest('hex')}`;
}
