import { expect, it } from 'vitest';
import { clocksDiffer, firstName, hoursAndMinutes, partOfDay, streakOn } from './rules.ts';

it('greets by the hour, and by night until five', () => {
  expect([0, 4, 5, 11, 12, 18, 19, 23].map(partOfDay)).toEqual([
    'evening',
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});

it('calls people by the first word of their name', () => {
  expect(firstName('  Ximena  Robles ')).toBe('Ximena');
  expect(firstName('小林')).toBe('小林');
});

it('says minutes in hours', () => {
  expect(hoursAndMinutes(0)).toEqual({ hours: 0, minutes: 0 });
  expect(hoursAndMinutes(59)).toEqual({ hours: 0, minutes: 59 });
  expect(hoursAndMinutes(200)).toEqual({ hours: 3, minutes: 20 });
});

it.each([
  ['practice today', '2026-05-10', 4],
  ['practice yesterday', '2026-05-09', 4],
  ['a day without', '2026-05-08', 0],
  ['practice tomorrow already, seen from a zone further west', '2026-05-11', 4],
])('a streak with %s', (_what, lastPracticeDay, days) => {
  expect(streakOn('2026-05-10', 4, lastPracticeDay)).toBe(days);
});

it('a person who never practised has no streak', () => {
  expect(streakOn('2026-05-10', 0, null)).toBe(0);
});

it('clocksDiffer compares zones by their clocks, in both halves of the year', () => {
  const november = new Date('2026-11-20T10:00:00.000Z');
  expect(clocksDiffer('America/Mexico_City', 'America/Costa_Rica', november)).toBe(false);
  expect(clocksDiffer('America/Mexico_City', 'America/Bogota', november)).toBe(true);
  // The same in winter alone.
  expect(clocksDiffer('America/Mexico_City', 'America/Chicago', november)).toBe(true);
});
