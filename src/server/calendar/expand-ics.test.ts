import { serialize } from 'node:v8';
import { describe, expect, it } from 'vitest';
import type { ListedEvent, UnreadableEvent } from './calendar.ts';
import { expandIcs } from './expand-ics.ts';
import { expandIcsSafely } from './expand-ics-safely.ts';

/*
 * These tests guarantee for external calendars: each repetition is an event with a stable id; times are converted by
 * their zone, whatever name the zone has; and no text, however malicious, blocks the server.
 */

const from = new Date('2026-11-20T00:00:00Z');
const to = new Date('2027-01-20T00:00:00Z');

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n');
const event = (...lines: string[]) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT'].join('\r\n');

const expand = (...events: string[]) => expandIcs(calendar(...events), from, to);
const starts = (events: (ListedEvent | UnreadableEvent)[]) =>
  events.map((one) => ('startsAt' in one ? one.startsAt.toISOString() : one.unreadable)).sort();

describe('expandIcs, for a single event,', () => {
  it('returns all its fields', () => {
    const [read] = expand(
      event(
        'UID:uno@example.org',
        'DTSTART;TZID=America/Bogota:20261201T180000',
        'DTEND;TZID=America/Bogota:20261201T191500',
        'SUMMARY:Inglés\\, nivel básico\\; con té',
        'DESCRIPTION:Una línea muy larga que se dob',
        ' la\\nY otra',
        'LOCATION:https://meet.jit.si/sala',
        'ORGANIZER;CN=Inés:mailto:Ines@Example.org',
      ),
    );
    expect(read).toEqual({
      id: 'ics/uno@example.org',
      title: 'Inglés, nivel básico; con té',
      description: 'Una línea muy larga que se dobla\nY otra',
      startsAt: new Date('2026-12-01T23:00:00Z'),
      endsAt: new Date('2026-12-02T00:15:00Z'),
      zone: 'America/Bogota',
      meetLink: 'https://meet.jit.si/sala',
      organisers: ['ines@example.org'],
      recurringEventId: null,
      readOnly: true,
    });
  });

  it('returns nothing when it is cancelled or outside of the window', () => {
    expect(
      expand(
        event('UID:1', 'DTSTART:20261119T235900Z', 'DURATION:PT1H'),
        event('UID:2', 'DTSTART:20270120T000000Z', 'DURATION:PT1H'),
        event('UID:3', 'DTSTART:20261201T000000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
        event('UID:4', 'DTSTART:20261120T000000Z', 'DURATION:PT1H'),
      ).map(({ id }) => id),
    ).toEqual(['ics/4']);
  });

  it('returns the reason when it cannot be read', () => {
    const outlook = [
      'BEGIN:VTIMEZONE',
      'TZID:Hora de Bogotá',
      'BEGIN:STANDARD',
      'DTSTART:16010101T000000',
      'TZOFFSETFROM:-0500',
      'TZOFFSETTO:-0500',
      'END:STANDARD',
      'END:VTIMEZONE',
    ];
    const read = expand(
      ...outlook,
      event('UID:day', 'DTSTART;VALUE=DATE:20261201'),
      event('UID:days', 'DTSTART;VALUE=DATE:20200101', 'RRULE:FREQ=WEEKLY'),
      event('UID:floating', 'DTSTART:20261201T180000', 'DURATION:PT1H'),
      event('UID:nowhere', 'DTSTART;TZID=Mars/Olympus:20261201T180000', 'DURATION:PT1H'),
      event('UID:endless', 'DTSTART:20261201T180000Z'),
      event('UID:told', 'DTSTART;TZID=Hora de Bogotá:20261201T180000', 'DURATION:PT1H'),
      event(
        'UID:prefixed',
        'DTSTART;TZID=/programa.org/1/America/Mexico_City:20261201T180000',
        'DURATION:PT1H',
      ),
    );
    expect(
      read.map((one) => [one.id, 'unreadable' in one ? one.unreadable : one.startsAt.toISOString()]),
    ).toEqual([
      ['ics/day', 'all-day'],
      ['ics/days', 'all-day'],
      ['ics/floating', 'unknown-zone'],
      ['ics/nowhere', 'unknown-zone'],
      ['ics/endless', 'no-time'],
      // This machine does not know the zone's name, but the text contains the zone's rules.
      ['ics/told', '2026-12-01T23:00:00.000Z'],
      ['ics/prefixed', '2026-12-02T00:00:00.000Z'],
    ]);
  });

  it('reads its end on the clock of the zone that the end names', () => {
    const [read] = expand(
      event(
        'UID:two-zones',
        'DTSTART;TZID=America/Mexico_City:20261201T180000',
        'DTEND;TZID=America/Bogota:20261201T200000',
      ),
    );
    expect(read).toMatchObject({
      startsAt: new Date('2026-12-02T00:00:00Z'),
      endsAt: new Date('2026-12-02T01:00:00Z'),
    });
  });

  it('uses the zone of the calendar when it has none', () => {
    const floating = event('UID:f', 'DTSTART:20261201T180000', 'DURATION:PT1H');
    expect(starts(expandIcs(calendar('X-WR-TIMEZONE:America/Mexico_City', floating), from, to))).toEqual([
      '2026-12-02T00:00:00.000Z',
    ]);
  });
});

describe('expandIcs, for a repeated event,', () => {
  const weekly = ['UID:club', 'DTSTART;TZID=America/New_York:20261001T180000', 'DURATION:PT1H'];

  it('keeps the local hour when the zone changes its clocks', () => {
    const read = expandIcs(
      calendar(event(...weekly, 'RRULE:FREQ=WEEKLY')),
      new Date('2026-10-25T00:00:00Z'),
      new Date('2026-11-15T00:00:00Z'),
    );
    // New York ends daylight saving time on 1 November 2026.
    expect(starts(read)).toEqual([
      '2026-10-29T22:00:00.000Z',
      '2026-11-05T23:00:00.000Z',
      '2026-11-12T23:00:00.000Z',
    ]);
  });

  it('gives each repetition an id that is the same at each reading', () => {
    const text = calendar(event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=10'));
    const early = expandIcs(text, from, to).map(({ id }) => id);
    const late = expandIcs(text, new Date('2026-11-26T00:00:00Z'), to).map(({ id }) => id);
    expect(early).toEqual(['ics/club/2026-11-26T18:00:00', 'ics/club/2026-12-03T18:00:00']);
    expect(late).toEqual(early);
  });

  it('omits a repetition that is excluded in UTC', () => {
    const excluding = event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=10', 'EXDATE:20261126T230000Z');
    expect(starts(expand(excluding))).toEqual(['2026-12-03T23:00:00.000Z']);
  });

  it('gives its repetitions the id of the event, also after Google has split it', () => {
    const repeated = (uid: string) =>
      event(`UID:${uid}@google.com`, 'DTSTART:20261201T180000Z', 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2');
    const read = expand(repeated('club'), repeated('club_R20261201T180000'));
    expect(read.map((one) => 'recurringEventId' in one && one.recurringEventId)).toEqual(
      Array(4).fill('ics/club@google.com'),
    );
  });

  it.each([
    ['its own zone', ';TZID=America/New_York:20261203T180000', ';TZID=America/New_York:20261210T180000'],
    ['UTC', ':20261203T230000Z', ':20261210T230000Z'],
  ])(
    'omits excluded and cancelled repetitions and moves the moved ones, named in %s',
    (_zone, moved, cancelled) => {
      const read = expand(
        event(
          ...weekly,
          'RRULE:FREQ=WEEKLY;UNTIL=20261231T000000Z',
          'EXDATE;TZID=America/New_York:20261126T180000',
        ),
        event(
          'UID:club',
          `RECURRENCE-ID${moved}`,
          'DTSTART;TZID=America/New_York:20261204T190000',
          'DURATION:PT30M',
          'SUMMARY:Movido',
        ),
        event(
          'UID:club',
          `RECURRENCE-ID${cancelled}`,
          'DTSTART;TZID=America/New_York:20261210T180000',
          'DURATION:PT1H',
          'STATUS:CANCELLED',
        ),
        // This repetition was moved from after the window into it.
        event(
          'UID:club',
          'RECURRENCE-ID;TZID=America/New_York:20270204T180000',
          'DTSTART;TZID=America/New_York:20261215T180000',
          'DURATION:PT1H',
        ),
      );
      expect(starts(read)).toEqual([
        '2026-12-05T00:00:00.000Z',
        '2026-12-15T23:00:00.000Z',
        '2026-12-17T23:00:00.000Z',
        '2026-12-24T23:00:00.000Z',
      ]);
      expect(read.find(({ title }) => title === 'Movido')?.id).toBe('ics/club/2026-12-03T18:00:00');
    },
  );

  it('reports one with too many repetitions and still reads the others', () => {
    const read = expand(
      event('UID:often', 'DTSTART:20260101T000000Z', 'DURATION:PT1S', 'RRULE:FREQ=SECONDLY'),
      event('UID:once', 'DTSTART:20261201T000000Z', 'DURATION:PT1H'),
    );
    expect(read.map((one) => ('unreadable' in one ? one.unreadable : one.id))).toEqual([
      'too-many-repetitions',
      'ics/once',
    ]);
  });

  it('lists none of one that fills the calendar, and still reads the others', () => {
    const read = expand(
      event(
        'UID:often',
        'DTSTART:20261201T000000Z',
        'DTEND:20261201T001000Z',
        'SUMMARY:Cada minuto',
        'RRULE:FREQ=MINUTELY',
      ),
      event(...weekly, 'RRULE:FREQ=WEEKLY;COUNT=10'),
    );
    expect(read[0]).toEqual({ id: 'ics/often', title: 'Cada minuto', unreadable: 'too-many-repetitions' });
    expect(starts(read.slice(1))).toEqual(['2026-11-26T23:00:00.000Z', '2026-12-03T23:00:00.000Z']);
  });

  it('copies no long text into each of its repetitions', () => {
    const letters = (count: number) => 'x'.repeat(count);
    const read = expand(
      event(
        `UID:${letters(1000)}`,
        'DTSTART:20261201T000000Z',
        'DTEND:20261201T001000Z',
        'RRULE:FREQ=MINUTELY;COUNT=1900',
        `SUMMARY:${letters(300_000)}`,
        `DESCRIPTION:${letters(1_000_000)}`,
        `LOCATION:https://meet.example/${letters(300_000)}`,
        `ORGANIZER:mailto:${letters(300_000)}@example.org`,
      ),
    );
    expect(read).toHaveLength(1900);
    expect(serialize(read).length).toBeLessThan(12_000_000);
  });
});

describe('expandIcsSafely', () => {
  it('returns what expandIcs returns', async () => {
    const text = calendar(event('UID:1', 'DTSTART:20261201T000000Z', 'DURATION:PT1H', 'SUMMARY:Uno'));
    expect(await expandIcsSafely(text, from, to)).toEqual(expandIcs(text, from, to));
  });

  it('fails within its time limit for a rule that repeats on a day that never comes', async () => {
    const forever = [
      'UID:1',
      'DTSTART:20260101T000000Z',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    ];
    const never = calendar(event(...forever));
    const began = Date.now();
    await expect(expandIcsSafely(never, from, to, 1000)).rejects.toMatchObject({ temporary: false });
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it.each([
    '',
    'hola',
    '<html></html>',
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT',
    '\u0000',
    'BEGIN:VEVENT\r\nEND:VCALENDAR',
  ])('refuses a text that is not a calendar: %j', async (text) => {
    await expect(expandIcsSafely(text, from, to)).rejects.toMatchObject({
      name: 'CalendarError',
      temporary: false,
    });
  });
});

it('expandIcs returns no events of an empty calendar and shortens long ids', () => {
  expect(expand()).toEqual([]);
  const [read] = expand(event(`UID:${'x'.repeat(5000)}`, 'DTSTART:20261201T000000Z', 'DURATION:PT1H'));
  expect(read?.id.length).toBeLessThan(300);
});
