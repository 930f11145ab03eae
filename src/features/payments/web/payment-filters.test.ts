import { expect, it } from 'vitest';
import { chosenIn, filtersOf } from './payment-filters.ts';

const now = new Date(2026, 0, 15, 12);
const filters = (address: string) => filtersOf(chosenIn(new URLSearchParams(address)), now);

it('the address of the page holds the filters, and an invalid value in it filters nothing', () => {
  expect(filters('')).toEqual({});
  expect(filters('status=pending&kind=single&method=oxxo&search=ana')).toEqual({
    status: 'pending',
    kind: 'single',
    method: 'oxxo',
    search: 'ana',
  });
  expect(filters('status=paid&method=gold&period=never')).toEqual({});
});

it('a month begins and ends at midnight of the reader’s zone', () => {
  expect(filters('period=last-month')).toEqual({
    from: new Date(2025, 11, 1).toISOString(),
    to: new Date(2026, 0, 1).toISOString(),
  });
  expect(filters('period=this-month')).toEqual({ from: new Date(2026, 0, 1).toISOString() });
});
