import { expect, it } from 'vitest';
import { lastMonths } from './last-months.ts';

it('lastMonths counts back across the new year, also from the 31st', () => {
  expect(lastMonths(new Date(2026, 0, 31)).slice(0, 3)).toEqual(['2026-01', '2025-12', '2025-11']);
  expect(lastMonths(new Date(2026, 2, 31)).slice(0, 2)).toEqual(['2026-03', '2026-02']);
});
