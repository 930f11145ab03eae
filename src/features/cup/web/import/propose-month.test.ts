import { expect, it } from 'vitest';
import { proposeMonth } from './propose-month.ts';

const november = { season: '2026-11', closedAt: null };
const closed = { season: '2026-11', closedAt: '2026-12-02T10:00:00.000Z' };
const at = (moment: string) => new Date(moment);

it('proposeMonth answers in the first five days the month before, until it is closed', () => {
  expect(proposeMonth([november], at('2026-12-02T18:00:00Z'))).toBe('2026-11');
  expect(proposeMonth([], at('2026-12-02T18:00:00Z'))).toBe('2026-11');
  expect(proposeMonth([closed], at('2026-12-02T18:00:00Z'))).toBe('2026-12');
  expect(proposeMonth([november], at('2026-12-06T18:00:00Z'))).toBe('2026-12');
  expect(proposeMonth([{ season: '2026-12', closedAt: null }], at('2027-01-01T18:00:00Z'))).toBe('2026-12');
});

it('proposeMonth counts the days as Mexico City does', () => {
  // Both are the 6th in Madrid.
  expect(proposeMonth([november], at('2026-12-06T05:00:00Z'))).toBe('2026-11');
  expect(proposeMonth([november], at('2026-12-06T07:00:00Z'))).toBe('2026-12');
});
