import { createHash } from 'node:crypto';
import { classForm } from '#features/classes/contract.ts';
import type { ListedEvent } from '#server/calendar/calendar.ts';
import { cleanFoundLine, cleanFoundText } from '#shared/text.ts';
import { minuteMs } from '#shared/time/durations.ts';
import { instantAt } from '#shared/time/wall-clock.ts';
import { bogota, calendarDay, clockTime } from '#shared/time/zones.ts';
import type { SkipReason } from '../contract.ts';

export type Facts = {
  title: string;
  description: string;
  date: string;
  time: string;
  zone: string;
  durationMinutes: number;
  meetLink: string | null;
};

/** The event as the fields of the class form, or the reason why it cannot become a class. */
export function factsOf(event: ListedEvent): Facts | SkipReason {
  const title = cleanFoundLine(event.title, 120);
  if (!title) return 'no-title';
  const typed = {
    title,
    description: cleanFoundText(event.description, 2000) || title,
    durationMinutes: Math.round((event.endsAt.getTime() - event.startsAt.getTime()) / minuteMs),
    ...wallTime(event),
  };
  const meetLink = classForm.shape.meetLink.safeParse(event.meetLink).success ? event.meetLink : null;
  const facts = { ...typed, meetLink };
  return classForm.safeParse(facts).success ? facts : 'unusable';
}

/** The day of the event on its own calendar. */
export function dayOf(event: Pick<ListedEvent, 'startsAt' | 'zone'>): string {
  return wallTime(event).date;
}

type ShownClass = Omit<Facts, 'date' | 'time'> & { startsAt: Date };

/** What of a class would be the facts of its event. */
export function factsOfClass({ startsAt, zone, ...shown }: ShownClass): Facts {
  return { ...shown, ...wallTime({ startsAt, zone }) };
}

/** A digest of each part of the facts. */
export type Digests = Record<keyof ReturnType<typeof partsOf>, string>;

export function digestsOf(facts: Facts): Digests {
  const parts = Object.entries(partsOf(facts)).map(([name, part]) => [name, digestOf(part)]);
  return Object.fromEntries(parts) as Digests;
}

/** The parts of the facts whose digest is in none of those, as changes of a class. */
export function changesSince(facts: Facts, ...known: Digests[]): Partial<Facts> {
  const digests = digestsOf(facts);
  const parts = partsOf(facts);
  const names = Object.keys(parts) as (keyof Digests)[];
  const changed = names.filter((name) => known.every((each) => each[name] !== digests[name]));
  return Object.assign({}, ...changed.map((name) => parts[name]));
}

/** Day, time and zone say together when the event is. An event that loses its link leaves the class its own. */
function partsOf({ title, description, durationMinutes, date, time, zone, meetLink }: Facts) {
  return {
    title: { title },
    description: { description },
    duration: { durationMinutes },
    start: { date, time, zone },
    link: meetLink === null ? {} : { meetLink },
  };
}

function digestOf(part: object): string {
  return createHash('sha256').update(JSON.stringify(part)).digest('base64url');
}

/**
 * A start as a local day and time. In UTC where the zone's clocks show that time twice and the second is meant, because
 * a local time always reads as the first.
 */
function wallTime({ startsAt, zone }: { startsAt: Date; zone: string | null }) {
  const instant = startsAt.toISOString();
  const inZone = (name: string) => ({
    date: calendarDay(instant, name),
    time: clockTime(instant, name),
    zone: name,
  });
  const typed = inZone(zone ?? bogota);
  const minute = Math.floor(startsAt.getTime() / minuteMs);
  const meant = Math.floor((instantAt(typed)?.getTime() ?? Number.NaN) / minuteMs) === minute;
  return meant ? typed : inZone('UTC');
}
