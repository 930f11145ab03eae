import { expect, it, vi } from 'vitest';
import { localeCodes } from '../locales.ts';
import { datesIn } from './dates.ts';

const newYear = '2027-01-01T05:30:00.000Z';

it('datesIn writes an instant on the clocks of the zone it is given', () => {
  const inBogota = datesIn('es', 'America/Bogota');
  expect(inBogota.day(newYear)).toBe('1 de enero de 2027');
  expect(inBogota.moment(newYear)).toBe('1 ene 2027, 00:30');
  const inMexico = datesIn('es', 'America/Mexico_City');
  expect(inMexico.day(newYear)).toBe('31 de diciembre de 2026');
  expect(inMexico.dayOfYear(newYear)).toBe('31 dic');
  expect(inMexico.month(newYear)).toBe('diciembre de 2026');
  expect(inMexico.weekday(newYear)).toBe('jueves, 31 de diciembre de 2026');
});

it.each(localeCodes)('datesIn writes times of 24 hours in %s', (language) => {
  const { time, moment } = datesIn(language, 'America/Bogota');
  expect(time('2027-01-01T22:05:00.000Z')).toBe('17:05');
  expect(moment('2027-01-01T22:05:00.000Z')).toMatch(/17:05$/);
});

it('datesIn writes no comma before the time in Korean and Chinese', () => {
  const now = new Date('2026-12-20T12:00:00.000Z');
  const written = ['ko', 'zh', 'de'].map((language) =>
    datesIn(language, 'America/Bogota').nearMoment(newYear, now),
  );
  expect(written).toEqual(['1월 1일 (금)\u00a000:30', '1月1日周五\u00a000:30', 'Fr., 1.\u00a0Jan., 00:30']);
});

it('datesIn breaks no date of figures over two lines', () => {
  const { moment, dayOfYear, weekday } = datesIn('ko', 'America/Bogota');
  expect(moment(newYear)).toBe('2027.\u00a01.\u00a01.\u00a000:30');
  expect(datesIn('fr', 'America/Bogota').shortDay(newYear)).toBe('1 janv. 2027');
  expect([dayOfYear(newYear), weekday(newYear)]).toEqual(['1월 1일', '2027년 1월 1일 금요일']);
});

it('datesIn writes the start of a class with the time in Mexico City only where it differs', () => {
  const start = '2026-08-17T22:09:00.000Z';
  const now = new Date('2026-08-01T12:00:00.000Z');
  expect(datesIn('es', 'America/Mexico_City').start(start, now)).toBe('lun 17 de ago, 16:09');
  expect(datesIn('es', 'America/Costa_Rica').start(start, now)).toBe('lun 17 de ago, 16:09');
  expect(datesIn('es', 'America/Bogota').start(start, now)).toBe(
    'lun 17 de ago, 17:09 · 16:09 Ciudad de México',
  );
});

it('datesIn writes the year of a start that is so far away that the day of the week says little', () => {
  const { start } = datesIn('es', 'America/Mexico_City');
  const now = new Date('2026-08-17T12:00:00.000Z');
  expect(start('2026-12-01T23:00:00.000Z', now)).toBe('mar 1 de dic, 17:00');
  expect(start('2027-08-17T22:09:00.000Z', now)).toBe('17 ago 2027, 16:09');
  expect(start('2025-08-17T22:09:00.000Z', now)).toBe('17 ago 2025, 16:09');
});

it('formats are made when they are first used, and once', () => {
  const makes = vi.spyOn(Intl, 'DateTimeFormat');
  const dates = datesIn('fr', 'Pacific/Fiji');
  expect(makes).not.toHaveBeenCalled();
  for (const instant of ['2026-08-17T23:09:00Z', '2026-09-17T23:09:00Z']) dates.day(instant);
  expect(makes).toHaveBeenCalledOnce();
  makes.mockRestore();
});
