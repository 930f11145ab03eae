import { createHash } from 'node:crypto';
import ICAL from 'ical.js';
import { Temporal } from 'temporal-polyfill';
import { isZone } from '#shared/zones.ts';
import type { ListedEvent, UnreadableEvent } from './calendar.ts';
import { plainText } from './plain-text.ts';
import { addressIn } from './read-google-event.ts';

type Read = ListedEvent | UnreadableEvent;

/** Steps through repetitions, of all events together: a daily one of ten years takes 3,650. */
const mostSteps = 50_000;

/**
 * The events of an iCalendar text that begin in the window, each repetition by itself, in no order. Times are read
 * in their zones by this machine's own rules where it knows the zone's name, else by those the text brings. May
 * run without end on a text that was made for it: `expandIcsSafely` does not. Throws when it is no calendar.
 */
export function expandIcs(text: string, from: Date, to: Date): Read[] {
  const parsed = ICAL.parse(text.replace(/^\uFEFF/, ''));
  const several: unknown[] = Array.isArray(parsed[0]) ? parsed : [parsed];
  const calendars = several.map((jcal) => new ICAL.Component(jcal as unknown[]));
  const budget = { steps: mostSteps };
  if (calendars.some(({ name }) => name !== 'vcalendar')) throw new Error('it begins as something else');
  return calendars.flatMap((calendar) => expandCalendar(calendar, { from, to, budget }));
}

type Scope = { from: Date; to: Date; budget: { steps: number } };

function expandCalendar(calendar: ICAL.Component, scope: Scope): Read[] {
  const named = String(calendar.getFirstPropertyValue('x-wr-timezone') ?? '');
  const calendarZone = isZone(named) ? named : null;
  const events = calendar
    .getAllSubcomponents('vevent')
    .filter((component) => component.getFirstPropertyValue('status') !== 'CANCELLED')
    .map((component) => readEvent(component, calendarZone));
  const all = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  // A repetition that stands in the text by itself, also one called off, is no longer what the rule says.
  const replaced = new Set(
    all.flatMap((event) => (event.isRecurrenceException() ? [idOf(event, event.recurrenceId)] : [])),
  );
  return events.flatMap((event) => expandEvent(event, replaced, scope));
}

type Event = ReturnType<typeof readEvent>;

function readEvent(component: ICAL.Component, calendarZone: string | null) {
  const event = new ICAL.Event(component);
  const start = component.getFirstProperty('dtstart');
  const zone = zoneOf(start, calendarZone);
  return { component, event, start: event.startDate as ICAL.Time | null, zone };
}

function expandEvent(read: Event, replaced: ReadonlySet<string>, { from, to, budget }: Scope): Read[] {
  const { event, start, zone } = read;
  const title = (event.summary ?? '').trim();
  const inWindow = (instant: Date) => instant >= from && instant < to;
  const id = idOf(event, event.isRecurrenceException() ? event.recurrenceId : null);
  if (!start) return [{ id, title, unreadable: 'no-time' }];
  if (start.isDate) {
    const day = new Date(`${start.toString()}T12:00:00Z`);
    const near = event.isRecurring() ? day < to : inWindow(day);
    return near ? [{ id, title, unreadable: 'all-day' }] : [];
  }
  const first = instantOf(start, zone);
  const last = event.endDate && instantOf(event.endDate, zone);
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

  const found: ListedEvent[] = [];
  const repetitions = event.iterator();
  for (let next = repetitions.next(); next; next = repetitions.next()) {
    if (budget.steps-- <= 0) return [...found, { id, title, unreadable: 'too-many-repetitions' }];
    const startsAt = instantOf(next, zone);
    if (!startsAt) continue;
    if (startsAt >= to) break;
    const occurrenceId = idOf(event, next);
    if (startsAt >= from && !replaced.has(occurrenceId)) found.push(at(occurrenceId, startsAt));
  }
  return found;
}

function factsOf({ component, event, zone }: Event, title: string) {
  const value = (name: string) => component.getFirstPropertyValue(name)?.toString() ?? null;
  const organiser = /^mailto:(.+)$/i.exec(value('organizer') ?? '')?.[1];
  return {
    title,
    description: plainText(event.description ?? ''),
    zone: zone.kind === 'known' ? zone.name : null,
    meetLink:
      addressIn(value('x-google-conference')) ??
      addressIn(value('conference')) ??
      addressIn(value('location')),
    organisers: organiser ? [organiser.trim().toLowerCase()] : [],
    readOnly: true,
  };
}

/** How the times of an event are to be read; `known` ones by this machine's own rules, `told` by the text's. */
type EventZone = { kind: 'known'; name: string } | { kind: 'told' } | { kind: 'unknown' };

function zoneOf(start: ICAL.Property | null, calendarZone: string | null): EventZone {
  const tzid = String(start?.getParameter('tzid') ?? '');
  // Some programs write /their.name/and/version/ before the zone's.
  const name = [tzid, /[A-Za-z_]+\/[A-Za-z_+-]+$/.exec(tzid)?.[0], tzid ? null : calendarZone].find(
    (candidate) => candidate && isZone(candidate),
  );
  if (name) return { kind: 'known', name };
  const time = start?.getFirstValue();
  const told = time instanceof ICAL.Time && time.zone && time.zone !== ICAL.Timezone.localTimezone;
  return told ? { kind: 'told' } : { kind: 'unknown' };
}

function instantOf(time: ICAL.Time, zone: EventZone): Date | null {
  if (time.zone === ICAL.Timezone.utcTimezone || zone.kind === 'told')
    return new Date(time.toUnixTime() * 1000);
  if (zone.kind === 'unknown') return null;
  const { year, month, day, hour, minute, second } = time;
  const wall = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  return new Date(wall.toZonedDateTime(zone.name).epochMilliseconds);
}

/** One name for one repetition, the same at each reading, and never longer than a key may be. */
function idOf({ uid }: ICAL.Event, repetition: ICAL.Time | null): string {
  const name = `ics/${uid ?? ''}${repetition ? `/${repetition.toString()}` : ''}`;
  return name.length <= 300 ? name : `ics/${createHash('sha256').update(name).digest('hex')}`;
}
