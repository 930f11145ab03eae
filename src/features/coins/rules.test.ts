import { expect, it } from 'vitest';
import { isSpent, monthAfter, rewardOfDay } from './rules.ts';

it.each([
  { days: 1, weeks: 0, pays: 'day' },
  { days: 6, weeks: 0, pays: 'day' },
  { days: 7, weeks: 0, pays: 'week' },
  { days: 8, weeks: 1, pays: 'day' },
  { days: 14, weeks: 1, pays: 'week' },
  // A class of the day before yesterday joined two parts to a streak of nine.
  { days: 9, weeks: 0, pays: 'week' },
  // Two parts that had both paid a week.
  { days: 15, weeks: 2, pays: 'day' },
  { days: 21, weeks: 2, pays: 'week' },
] as const)(
  'a day that makes a streak of $days with $weeks paid weeks pays a $pays',
  ({ pays, ...streak }) => {
    expect(rewardOfDay(streak)).toBe(pays);
  },
);

it('a day before a gap pays a day, however long the streak after it is', () => {
  expect(rewardOfDay(null)).toBe('day');
});

it.each([
  { ceiling: 1000, issued: 0, spent: false },
  { ceiling: 1000, issued: 980, spent: false },
  { ceiling: 1000, issued: 981, spent: true },
  { ceiling: 1000, issued: 1400, spent: true },
  { ceiling: 0, issued: 0, spent: true },
])('of $ceiling coins $issued issued is spent: $spent, where a class pays 20', ({ spent, ...month }) => {
  expect(isSpent({ ...month, largest: 20 })).toBe(spent);
});

it.each([
  ['2026-11-01', '2026-12-01'],
  ['2026-12-01', '2027-01-01'],
])('after the month of %s comes %s', (month, next) => {
  expect(monthAfter(month)).toBe(next);
});
