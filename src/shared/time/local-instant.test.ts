import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays } from './calendar-days.ts';
import { localInstant } from './local-instant.ts';
import { instantAtOrLater } from './wall-clock.ts';

/** Some change their clocks at midnight, by half an hour, or not at all. */
const zones = [
  'America/Mexico_City',
  'America/Bogota',
  'America/New_York',
  'America/Santiago',
  'America/Havana',
  'Africa/Cairo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const two = (figure: number) => String(figure).padStart(2, '0');

it('localInstant and the server’s instantAtOrLater answer the same for every time of a day in every zone', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.nat(366 * 4),
      fc.nat(23),
      fc.nat(59),
      (zone, days, hours, minutes) => {
        const date = addDays('2024-01-01', days);
        const time = `${two(hours)}:${two(minutes)}`;
        expect(localInstant(date, time, zone)).toEqual(instantAtOrLater({ date, time, zone }));
      },
    ),
    { numRuns: 2000 },
  );
});

it.each([
  // Midnight does not happen when Santiago's clocks go forward.
  ['2026-09-06', '00:00', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
  ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['2026-11-20', '23:59:59', 'Asia/Seoul', '2026-11-20T14:59:59.000Z'],
])('localInstant reads %s %s in %s as %s', (day, time, zone, instant) => {
  expect(localInstant(day, time, zone).toISOString()).toBe(instant);
});

it('localInstant reads each year that a field holds while four digits are typed', () => {
  for (const year of ['0002', '0020', '0202']) {
    expect(localInstant(`${year}-05-01`, '12:00', 'America/Bogota').toISOString()).toContain(`${year}-05-01`);
  }
});

it('localInstant answers an invalid date for a text that is no date', () => {
  expect(localInstant('someday', '00:00', 'America/Bogota').getTime()).toBeNaN();
});
