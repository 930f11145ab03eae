import { expect, it } from 'vitest';
import { lastMonths } from './last-months.ts';

it('counts back over the turn of the year, from the last day of a long month too', () => {
  expect(lastMonths(new Date(2026, 0, 31)).slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(lastMonths(new Date(2026, 2, 31)).slice(0, 2)).toEqual(['2026-03', '2026-02']);
});
