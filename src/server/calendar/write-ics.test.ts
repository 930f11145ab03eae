import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { describeZone } from './describe-zone.ts';
import { expandIcs } from './expand-ics.ts';
import { type PublishedEvent, writeIcs } from './write-ics.ts';

/* The text is read back with a different library from the one that wrote it. */

const event: PublishedEvent = {
  id: '0198',
  title: 'Inglés; básico, con "té" \\ café',
  description: 'Primera línea\nSegunda: «ñandú» 🎉',
  startsAt: new Date('2026-12-01T23:00:00.000Z'),
  endsAt: new Date('2026-12-02T00:00:00.000Z'),
  zone: 'America/Bogota',
  sequence: 3,
  changedAt: new Date('2026-11-20T10:00:00.000Z'),
  cancelled: false,
  url: 'https://sumi.example.org/classes',
};
const write = (...events: PublishedEvent[]) => writeIcs({ name: 'Sumi', host: 'sumi.example.org', events });
const year = [new Date('2026-01-01T00:00:00Z'), new Date('2027-01-01T00:00:00Z')] as const;

describe('writeIcs, for an event,', () => {
  it('escapes its texts so that they read back unchanged', () => {
    const nasty = {
      ...event,
      title: 'BEGIN:VEVENT',
      description: 'uno\r\nEND:VEVENT\r\nATTENDEE:mailto:x@y\rdos',
    };
    const [first, second, ...others] = expandIcs(write(event, { ...nasty, id: '0199' }), ...year);
    expect(first).toMatchObject({
      id: 'ics/0198@sumi.example.org',
      title: event.title,
      description: event.description,
      startsAt: event.startsAt,
      endsAt: event.endsAt,
      zone: event.zone,
    });
    expect(second).toMatchObject({ title: nasty.title });
    expect(others).toEqual([]);
  });

  it('writes its sequence number, the time of its last change and its cancellation', () => {
    const text = write({ ...event, cancelled: true });
    for (const line of [
      'SEQUENCE:3',
      'DTSTAMP:20261120T100000Z',
      'LAST-MODIFIED:20261120T100000Z',
      'STATUS:CANCELLED',
    ]) {
      expect(text.split('\r\n')).toContain(line);
    }
    expect(write(event)).toContain('\r\nSTATUS:CONFIRMED\r\n');
  });

  it('writes the same text each time', () => {
    expect(write(event)).toBe(write(event));
  });
});

it('writeIcs folds lines at 75 bytes, and they read back whole', () => {
  const long = { ...event, title: 'ñ'.repeat(100), description: '🎉 fiesta '.repeat(60).trim() };
  const text = write(long);
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(expandIcs(text, ...year)).toMatchObject([{ title: long.title, description: long.description }]);
});

it('writeIcs puts the properties of the calendar before its components, as RFC 5545 requires', () => {
  const lines = write(event).split('\r\n');
  const first = lines.indexOf('BEGIN:VTIMEZONE');
  expect(lines.slice(0, first)).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT15M');
  const components = lines
    .slice(first)
    .join('\n')
    .replace(/BEGIN:(VTIMEZONE|VEVENT).*?END:\1\n/gs, '');
  expect(components).toBe('END:VCALENDAR\n');
});

it('writeIcs writes a valid calendar when there are no events', () => {
  expect(expandIcs(write(), ...year)).toEqual([]);
});

describe('describeZone', () => {
  /** Converts as a calendar program does that does not know the zone's name. */
  function byItsRules(zone: string, wall: string): number {
    const rules = `BEGIN:VCALENDAR\r\n${describeZone(zone, ...year)}\r\nEND:VCALENDAR`;
    const component = new ICAL.Component(ICAL.parse(rules)).getFirstSubcomponent('vtimezone');
    const time = ICAL.Time.fromDateTimeString(wall);
    time.zone = new ICAL.Timezone(component as ICAL.Component);
    return time.toUnixTime() * 1000;
  }

  it.each([
    ['America/New_York', '2026-01-15T12:00:00', '2026-01-15T17:00:00Z'],
    ['America/New_York', '2026-03-08T01:59:00', '2026-03-08T06:59:00Z'],
    ['America/New_York', '2026-03-08T03:00:00', '2026-03-08T07:00:00Z'],
    ['America/New_York', '2026-07-15T12:00:00', '2026-07-15T16:00:00Z'],
    ['America/New_York', '2026-11-02T12:00:00', '2026-11-02T17:00:00Z'],
    ['Europe/Madrid', '2026-07-15T12:00:00', '2026-07-15T10:00:00Z'],
    ['America/Bogota', '2026-07-15T12:00:00', '2026-07-15T17:00:00Z'],
    ['America/Mexico_City', '2026-07-15T12:00:00', '2026-07-15T18:00:00Z'],
    ['Asia/Kolkata', '2026-07-15T12:00:00', '2026-07-15T06:30:00Z'],
  ])('describes %s, where %s is %s', (zone, wall, instant) => {
    expect(byItsRules(zone, wall)).toBe(Date.parse(instant));
  });

  it('describes daylight saving time in Mexico for 2022 and none for 2026', () => {
    const rules = (of: number) =>
      describeZone(
        'America/Mexico_City',
        new Date(`${of}-01-01T12:00:00Z`),
        new Date(`${of}-12-31T00:00:00Z`),
      );
    expect(rules(2022).match(/BEGIN:DAYLIGHT/g)).toHaveLength(1);
    expect(rules(2022)).toContain('TZOFFSETFROM:-0600\r\nTZOFFSETTO:-0500');
    expect(rules(2026)).not.toContain('DAYLIGHT');
  });

  it('is written once for each zone of the text', () => {
    const text = write(event, { ...event, id: '2' }, { ...event, id: '3', zone: 'Europe/Madrid' });
    expect(text.match(/TZID:/g)).toHaveLength(2);
    expect(text).toContain('DTSTART;TZID=Europe/Madrid:20261202T000000');
  });

  it('is not written for a time in UTC', () => {
    const text = write({ ...event, zone: 'UTC' });
    expect(text).toContain('DTSTART:20261201T230000Z');
    expect(text).not.toContain('VTIMEZONE');
  });
});
