import { expect, it } from 'vitest';
import { bogota, calendarDay, clockTime, isZone, mexicoCity, offsetLabel, zoneName } from './zones.ts';

/*
 * What these tests guarantee, on whatever machine they run:
 * - the machine's time zone data is new enough: Mexico without daylight saving since October 2022;
 * - one instant reads as the right clock time and calendar day in Mexico City and Bogota;
 * - the label beside a time is that zone's own on that day;
 * - only names of zones are taken as zones.
 */

it('clockTime shows noon UTC as seven in Mexico City in the summer of 2022 and as six in 2026', () => {
  expect(clockTime('2022-07-15T12:00:00.000Z', mexicoCity)).toBe('07:00');
  expect(clockTime('2026-07-15T12:00:00.000Z', mexicoCity)).toBe('06:00');
  expect(clockTime('2022-12-15T12:00:00.000Z', mexicoCity)).toBe('06:00');
});

it('clockTime shows Bogota five hours behind UTC all year', () => {
  expect(clockTime('2026-01-15T12:00:00.000Z', bogota)).toBe('07:00');
  expect(clockTime('2026-07-15T12:00:00.000Z', bogota)).toBe('07:00');
});

it('clockTime shows midnight as 00:00, and calendarDay shows it as the day before in Mexico City', () => {
  expect(clockTime('2026-11-20T05:00:00.000Z', bogota)).toBe('00:00');
  expect(calendarDay('2026-11-20T05:00:00.000Z', bogota)).toBe('2026-11-20');
  expect(calendarDay('2026-11-20T05:00:00.000Z', mexicoCity)).toBe('2026-11-19');
});

it('clockTime shows the first five characters of an unreadable time', () => {
  expect(clockTime('18:30:00', mexicoCity)).toBe('18:30');
  expect(clockTime('2026-11-20T05:00:00.000Z', 'Mars/Olympus')).toBe('2026-');
  expect(calendarDay('mañana', mexicoCity)).toBe('mañana');
});

it('offsetLabel follows daylight saving time', () => {
  expect(offsetLabel(mexicoCity, '2026-07-15T12:00:00.000Z')).toBe('GMT-06');
  expect(offsetLabel(mexicoCity, '2022-07-15T12:00:00.000Z')).toBe('GMT-05');
  expect(offsetLabel('America/New_York', '2026-07-15T12:00:00.000Z')).toBe('GMT-04');
  expect(offsetLabel('Asia/Kolkata', '2026-07-15T12:00:00.000Z')).toBe('GMT+05:30');
  expect(offsetLabel('UTC', '2026-07-15T12:00:00.000Z')).toBe('GMT+00');
  expect(offsetLabel(mexicoCity, 'mañana')).toBe('');
});

it('isZone accepts the names of zones that the machine knows', () => {
  for (const name of [mexicoCity, bogota, 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+6']) {
    expect(isZone(name), name).toBe(true);
  }
  for (const name of ['', '+05:00', 'America/Macondo', 'America', 'a'.repeat(65), 'UTC\n', '__proto__']) {
    expect(isZone(name), name).toBe(false);
  }
  expect(zoneName.safeParse('America/Macondo').success).toBe(false);
});

it('zoneName turns another spelling of a zone into the usual one', () => {
  expect(zoneName.parse('america/BOGOTA')).toBe('America/Bogota');
});
