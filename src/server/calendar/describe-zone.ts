import { Temporal } from 'temporal-polyfill';

/**
 * Writes a zone's rules between two instants as a VTIMEZONE: the first offset, then each change of offset. Calendar
 * programs that know the zone's name use their own rules; this serves the others.
 */
export function describeZone(zone: string, from: Date, to: Date): string {
  const start = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(zone);
  const changes: Temporal.ZonedDateTime[] = [];
  let next = start.getTimeZoneTransition('next');
  while (next && next.epochMilliseconds < to.getTime()) {
    changes.push(next);
    next = next.getTimeZoneTransition('next');
  }
  const offsets = [start, ...changes].map(({ offsetNanoseconds }) => offsetNanoseconds);
  const least = Math.min(...offsets);
  const observances = offsets.flatMap((offset, position) => {
    const before = offsets[Math.max(0, position - 1)] ?? offset;
    const change = changes[position - 1];
    // The start of the new offset, in local time of the old one.
    const began = change ? compact(change.toInstant(), before) : '19700101T000000';
    const kind = offset > least ? 'DAYLIGHT' : 'STANDARD';
    return [
      `BEGIN:${kind}`,
      `DTSTART:${began}`,
      `TZOFFSETFROM:${offsetText(before)}`,
      `TZOFFSETTO:${offsetText(offset)}`,
      `END:${kind}`,
    ];
  });
  return ['BEGIN:VTIMEZONE', `TZID:${zone}`, ...observances, 'END:VTIMEZONE'].join('\r\n');
}

function compact(instant: Temporal.Instant, offset: number): string {
  const wall = instant.add({ nanoseconds: offset }).toZonedDateTimeISO('UTC').toPlainDateTime();
  return wall.round('second').toString().replaceAll(/[-:]/g, '');
}

function offsetText(offset: number): string {
  const seconds = Math.abs(offset) / 1e9;
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours, minutes, rest] = parts.map((part) => String(part).padStart(2, '0'));
  return `${offset < 0 ? '-' : '+'}${hours}${minutes}${rest === '00' ? '' : rest}`;
}
