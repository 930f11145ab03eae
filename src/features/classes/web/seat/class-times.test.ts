import { expect, it } from 'vitest';
import { timesOf } from './class-times.ts';

const sixInMexico = '2026-11-20T00:00:00.000Z';

it('timesOf gives the time in Mexico City in every reader’s zone', () => {
  expect(timesOf(sixInMexico, 'America/Bogota').mexico).toEqual({ day: '2026-11-19', time: '18:00' });
});

it('timesOf adds the time and day in the reader’s zone where they differ', () => {
  expect(timesOf(sixInMexico, 'America/Bogota').reader).toEqual({ day: '2026-11-19', time: '19:00' });
  expect(timesOf(sixInMexico, 'Asia/Tokyo').reader).toEqual({ day: '2026-11-20', time: '09:00' });
});

it('timesOf adds nothing for a zone with the same time at that instant', () => {
  expect(timesOf(sixInMexico, 'America/Mexico_City').reader).toBeNull();
  expect(timesOf(sixInMexico, 'America/Costa_Rica').reader).toBeNull();
});

it('timesOf compares clocks at the instant of the class, not in general', () => {
  expect(timesOf('2026-01-15T18:00:00Z', 'America/Chicago').reader).toBeNull();
  expect(timesOf('2026-07-15T18:00:00Z', 'America/Chicago').reader?.time).toBe('13:00');
});

it('timesOf falls back to the first five characters of an unreadable time', () => {
  expect(timesOf('18:30:00', 'America/Bogota').mexico.time).toBe('18:30');
});
