import { expect, it } from 'vitest';
import { dayAround, instantAt } from './wall-clock.ts';
import { bogota, mexicoCity } from './zones.ts';

/*
 * What these tests guarantee, on whatever machine they run:
 * - a time typed in a zone becomes the one instant at which that zone's clocks show it;
 * - a time that happens twice means the first, one that never happens is refused, never moved;
 * - a day is the zone's own, also when it has 23 or 25 hours or does not begin at midnight.
 */

const newYork = 'America/New_York';
const at = (date: string, time: string, zone: string) =>
  instantAt({ date, time, zone })?.toISOString() ?? null;

it('instantAt converts six in the evening in Bogota to 23:00 UTC in every season', () => {
  expect(at('2026-01-15', '18:00', bogota)).toBe('2026-01-15T23:00:00.000Z');
  expect(at('2026-07-15', '18:00', bogota)).toBe('2026-07-15T23:00:00.000Z');
});

it('instantAt applies summer time in Mexico City until 2022 and not in 2026', () => {
  expect(at('2022-07-15', '18:00', mexicoCity)).toBe('2022-07-15T23:00:00.000Z');
  expect(at('2026-07-15', '18:00', mexicoCity)).toBe('2026-07-16T00:00:00.000Z');
  // Until 2022 this time did not happen, because clocks went forward; in 2026 it happens.
  expect(at('2022-04-03', '02:30', mexicoCity)).toBeNull();
  expect(at('2026-04-05', '02:30', mexicoCity)).toBe('2026-04-05T08:30:00.000Z');
});

it('instantAt returns null for half past two in New York when clocks go forward', () => {
  expect(at('2026-03-08', '01:59', newYork)).toBe('2026-03-08T06:59:00.000Z');
  expect(at('2026-03-08', '02:00', newYork)).toBeNull();
  expect(at('2026-03-08', '02:59', newYork)).toBeNull();
  expect(at('2026-03-08', '03:00', newYork)).toBe('2026-03-08T07:00:00.000Z');
});

it('instantAt returns the first of two times half past one in New York when clocks go back', () => {
  expect(at('2026-11-01', '01:30', newYork)).toBe('2026-11-01T05:30:00.000Z');
  expect(at('2026-11-01', '02:00', newYork)).toBe('2026-11-01T07:00:00.000Z');
});

it('dayAround returns the date in the given zone', () => {
  const instant = new Date('2026-11-20T05:30:00Z');
  expect(dayAround(instant, bogota)).toEqual({
    day: '2026-11-20',
    from: new Date('2026-11-20T05:00:00Z'),
    to: new Date('2026-11-21T05:00:00Z'),
  });
  expect(dayAround(instant, mexicoCity).day).toBe('2026-11-19');
});

it('dayAround returns a day of 23 hours when clocks go forward and of 25 when they go back', () => {
  const hours = ({ from, to }: { from: Date; to: Date }) => (to.getTime() - from.getTime()) / 3_600_000;
  expect(hours(dayAround(new Date('2026-03-08T12:00:00Z'), newYork))).toBe(23);
  expect(hours(dayAround(new Date('2026-11-01T12:00:00Z'), newYork))).toBe(25);
  expect(hours(dayAround(new Date('2026-11-01T12:00:00Z'), bogota))).toBe(24);
});

it('dayAround returns a day that begins at one in the morning when clocks go forward at midnight', () => {
  expect(dayAround(new Date('2026-03-08T16:00:00Z'), 'America/Havana').from).toEqual(
    new Date('2026-03-08T05:00:00Z'),
  );
});
