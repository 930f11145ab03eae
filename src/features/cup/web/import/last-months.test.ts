import { expect, it } from 'vitest';
import { lastMonths } from './last-months.ts';

it('lastMonths counts back across the new year, also from the 31st', () => {
  expect(lastMonths(new Date('2026-01-31T18:00:00Z')).slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(lastMonths(new Date('2026-03-31T18:00:00Z')).slice(0, 2)).toEqual(['2026-03', '2026-02']);
});

it('lastMonths begins with the month of Mexico City, where the next one begins later than in Madrid', () => {
  // In Madrid it is one o'clock on 1 December.
  expect(lastMonths(new Date('2026-12-01T00:00:00Z'))[0]).toBe('2026-11');
});
