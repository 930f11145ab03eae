import { z } from 'zod';
import { memoizeBy } from '../memoize-by.ts';

/**
 * Time zones, and instants as local dates and times, with `Intl` alone, for server and browser. `wall-clock.ts`
 * converts local times to instants on the server, `local-instant.ts` in the browser.
 */

/** The default zone of the times that organisers type. */
export const bogota = 'America/Bogota';

/** The zone that students' screens show first. */
export const mexicoCity = 'America/Mexico_City';

/** Region/City names and UTC; no offsets ("+05:00"), which have no daylight saving time. */
const ianaShape = /^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)*$/;

/** Whether this machine knows the zone. */
export function isZone(name: string): boolean {
  if (name.length > 64 || !ianaShape.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Input: the IANA name of a zone. */
export const zoneName = z.string().max(64).refine(isZone, 'unknown zone').transform(usualSpelling);

/**
 * The local time `HH:mm` (00:00 to 23:59) of an instant in a zone. For an unreadable instant or an unknown zone it is
 * the first five characters of the text.
 */
export function clockTime(instant: string, zone: string): string {
  const parts = partsIn(instant, zone);
  return parts ? `${parts.hour}:${parts.minute}` : instant.slice(0, 5);
}

/** The local date `yyyy-mm-dd` of an instant in a zone; for unreadable input the first ten characters of the text. */
export function calendarDay(instant: string, zone: string): string {
  const parts = partsIn(instant, zone);
  return parts ? `${parts.year?.padStart(4, '0')}-${parts.month}-${parts.day}` : instant.slice(0, 10);
}

/** The offset of a zone at an instant: `GMT-06`, `GMT+05:30`, `GMT+00`. */
export function offsetLabel(zone: string, at: string): string {
  const offset = partsIn(at, zone)?.timeZoneName ?? '';
  return offset.replace(/:00$/, '');
}

/** `america/bogota` is valid input and is stored as `America/Bogota`. */
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

// Creating a formatter takes a hundred times longer than using it.
const formatterFor = memoizeBy(
  (zone: string) =>
    new Intl.DateTimeFormat('en-CA-u-ca-iso8601-nu-latn', {
      timeZone: zone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZoneName: 'longOffset',
    }),
);
