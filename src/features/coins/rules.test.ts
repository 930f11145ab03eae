import { expect, it } from 'vitest';
import { daysToFullWeek, isSpent, monthAfter, rewardOfDay } from './rules.ts';

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
    // The day before it, the day was announced as what it pays.
    expect(daysToFullWeek({ ...streak, days: streak.days - 1 }) === 1).toBe(pays === 'week');
  },
);

it.each([
  { days: 0, weeks: 0, left: 7 },
  { days: 3, weeks: 0, left: 4 },
  { days: 6, weeks: 0, left: 1 },
  { days: 7, weeks: 1, left: 7 },
  { days: 10, weeks: 1, left: 4 },
  // A day that was filled late completed a week, which the next practice pays.
  { days: 8, weeks: 0, left: 1 },
])('a streak of $days with $weeks paid weeks is $left days from a full week', ({ left, ...streak }) => {
  expect(daysToFullWeek(streak)).toBe(left);
});

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
