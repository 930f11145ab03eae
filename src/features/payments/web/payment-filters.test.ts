import { expect, it } from 'vitest';
import { chosenIn, filtersOf } from './payment-filters.ts';

const now = new Date(2026, 0, 15, 12);
const filters = (address: string) => filtersOf(chosenIn(new URLSearchParams(address)), now);

it('the address of the page says what is asked for, and nonsense in it asks for nothing', () => {
  expect(filters('')).toEqual({});
  expect(filters('status=pending&kind=single&method=oxxo&search=ana')).toEqual({
    status: 'pending',
    kind: 'single',
    method: 'oxxo',
    search: 'ana',
  });
  expect(filters('status=paid&method=gold&period=never')).toEqual({});
});

it('a month begins and ends where the reader’s does', () => {
  expect(filters('period=last-month')).toEqual({
    from: new Date(2025, 11, 1).toISOString(),
    to: new Date(2026, 0, 1).toISOString(),
  });
  expect(filters('period=this-month')).toEqual({ from: new Date(2026, 0, 1).toISOString() });
});
