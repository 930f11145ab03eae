import { expect, it } from 'vitest';
import { timesOf } from './class-times.ts';

const sixInMexico = '2026-11-20T00:00:00.000Z';

it('a time reads in Mexico City, whatever the reader’s zone', () => {
  expect(timesOf(sixInMexico, 'America/Bogota').mexico).toEqual({ day: '2026-11-19', time: '18:00' });
});

it('a reader elsewhere gets their own beside it, with its day', () => {
  expect(timesOf(sixInMexico, 'America/Bogota').reader).toEqual({ day: '2026-11-19', time: '19:00' });
  expect(timesOf(sixInMexico, 'Asia/Tokyo').reader).toEqual({ day: '2026-11-20', time: '09:00' });
});

it('a zone whose clocks agree at that instant adds nothing', () => {
  expect(timesOf(sixInMexico, 'America/Mexico_City').reader).toBeNull();
  expect(timesOf(sixInMexico, 'America/Costa_Rica').reader).toBeNull();
});

it('clocks that agree in winter may differ in summer', () => {
  expect(timesOf('2026-01-15T18:00:00Z', 'America/Chicago').reader).toBeNull();
  expect(timesOf('2026-07-15T18:00:00Z', 'America/Chicago').reader?.time).toBe('13:00');
});

it('an unreadable time falls back to its first five characters', () => {
  expect(timesOf('18:30:00', 'America/Bogota').mexico.time).toBe('18:30');
});
