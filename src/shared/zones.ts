import { z } from 'zod';

/**
 * Zones and how an instant reads in one, with nothing but `Intl`: the browser needs no more. Going the other
 * way, from a clock on the wall to an instant, is `wall-clock.ts`, on the server.
 */

/** Where organisers' times are typed unless they choose another zone. */
export const bogota = 'America/Bogota';

/** The zone in which every student's screen shows a time first. */
export const mexicoCity = 'America/Mexico_City';

/** Region/City names and UTC; not offsets ("+05:00"), which know nothing of daylight saving. */
const ianaShape = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/;

/** True for a zone this machine knows. */
export function isZone(name: string): boolean {
  if (name.length > 64 || !ianaShape.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** A zone's IANA name, as input. */
export const zoneName = z.string().max(64).refine(isZone, 'unknown zone').transform(usualSpelling);

/**
 * `HH:mm` (00:00 to 23:59) of an instant on the clocks of a zone. What cannot be read as an instant, or a
 * zone nobody knows, gives the text's first five characters rather than nothing.
 */
export function clockTime(instant: string, zone: string): string {
  const parts = partsIn(instant, zone);
  return parts ? `${parts.hour}:${parts.minute}` : instant.slice(0, 5);
}

/** `yyyy-mm-dd` of an instant on the calendars of a zone; unreadable ones give their first ten characters. */
export function calendarDay(instant: string, zone: string): string {
  const parts = partsIn(instant, zone);
  return parts ? `${parts.year}-${parts.month}-${parts.day}` : instant.slice(0, 10);
}

/** How a zone stands to Greenwich at an instant: `GMT-06`, `GMT+05:30`, `GMT+00`. */
export function offsetLabel(zone: string, at: string): string {
  const offset = partsIn(at, zone)?.timeZoneName ?? '';
  return offset.replace(/:00$/, '');
}

/** `america/bogota` is a zone too; it is kept as everybody else writes it. */
function usualSpelling(zone: string): string {
  return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone;
}

type Parts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;

function partsIn(instant: string, zone: string): Parts | null {
  try {
    const parts = formatterFor(zone).formatToParts(new Date(instant));
    return Object.fromEntries(parts.map(({ type, value }) => [type, value]));
  } catch {
    return null;
  }
}

// Making one takes a hundred times longer than using it.
const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string): Intl.DateTimeFormat {
  const known = formatters.get(zone);
  if (known) return known;
  const formatter = new Intl.DateTimeFormat('en-CA-u-ca-iso8601-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'longOffset',
  });
  formatters.set(zone, formatter);
  return formatter;
}
