import { expect, it } from 'vitest';
import { datesIn } from './use-dates.ts';

const newYear = '2027-01-01T05:30:00.000Z';

it('datesIn writes an instant on the clocks of the zone it is given', () => {
  const inBogota = datesIn('es', 'America/Bogota');
  expect(inBogota.day(newYear)).toBe('1 de enero de 2027');
  expect(inBogota.moment(newYear).replaceAll(/\s/g, ' ')).toBe('1 ene 2027, 12:30 a.m.');
  const inMexico = datesIn('es', 'America/Mexico_City');
  expect(inMexico.day(newYear)).toBe('31 de diciembre de 2026');
  expect(inMexico.dayOfYear(newYear)).toBe('31 dic');
  expect(inMexico.month(newYear)).toBe('diciembre de 2026');
  expect(inMexico.weekday(newYear)).toBe('jueves, 31 de diciembre de 2026');
});

it('datesIn writes a time in one piece that never breaks', () => {
  expect(datesIn('es', 'America/Bogota').time(newYear)).toBe('12:30\u00a0a.m.');
});
