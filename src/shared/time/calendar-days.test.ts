import { describe, expect, it } from 'vitest';
import {
  addDays,
  daysBetween,
  mondayOf,
  monthOf,
  weekdayOf,
  weekFrom,
  windowAround,
} from './calendar-days.ts';

describe('calendar days', () => {
  it('addDays crosses the ends of months and years, and leap days', () => {
    expect(addDays('2026-11-30', 1)).toBe('2026-12-01');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
  });

  it.each([
    ['2026-11-24', '2026-11-26', 2],
    ['2026-12-31', '2027-01-01', 1],
    ['2026-11-24', '2026-11-23', -1],
    ['2026-01-01', '2027-01-01', 365],
  ])('daysBetween counts from %s to %s', (earlier, later, days) => {
    expect(daysBetween(earlier, later)).toBe(days);
  });

  it('weekdayOf counts from Monday', () => {
    expect(['2026-11-23', '2026-11-28', '2026-11-29'].map(weekdayOf)).toEqual([1, 6, 7]);
  });

  it('mondayOf gives the Monday on or before a day', () => {
    expect(mondayOf('2026-11-16')).toBe('2026-11-16');
    expect(mondayOf('2026-11-20')).toBe('2026-11-16');
    expect(mondayOf('2026-11-22')).toBe('2026-11-16');
    expect(mondayOf('2027-01-01')).toBe('2026-12-28');
  });

  it('weekFrom gives seven days, also across a year', () => {
    expect(weekFrom('2026-12-28')).toEqual([
      '2026-12-28',
      '2026-12-29',
      '2026-12-30',
      '2026-12-31',
      '2027-01-01',
      '2027-01-02',
      '2027-01-03',
    ]);
  });

  it('monthOf gives the year and month of a day', () => {
    expect(monthOf('2026-11-20')).toBe('2026-11');
  });
});

it('windowAround includes every moment of its days in every time zone', () => {
  const { from, to } = windowAround('2026-11-16', '2026-11-23');
  const mondayOnKiritimati = new Date('2026-11-16T00:00:00+14:00').getTime();
  const endOfSundayOnBakerIsland = new Date('2026-11-23T00:00:00-12:00').getTime();
  expect(Date.parse(from)).toBeLessThanOrEqual(mondayOnKiritimati);
  expect(Date.parse(to)).toBeGreaterThanOrEqual(endOfSundayOnBakerIsland);
});
