import { expect, it } from 'vitest';
import { filtersIn } from '#web/ui/lists/use-filters.ts';
import { namedFilters, withPeriod } from './payment-filters.ts';

/** Already January in Seoul. */
const now = new Date('2025-12-31T16:00:00.000Z');
const filters = (address: string) =>
  withPeriod(filtersIn(namedFilters, new URLSearchParams(address)), now, 'Asia/Seoul');

it('the address of the page holds the filters, and an invalid value in it filters nothing', () => {
  expect(filters('')).toEqual({});
  expect(filters('status=pending&kind=single&method=oxxo&search=ana')).toEqual({
    status: 'pending',
    kind: 'single',
    method: 'oxxo',
    search: 'ana',
  });
  expect(filters('status=refunding')).toEqual({ status: 'refunding' });
  expect(filters('status=paid&method=gold&period=never')).toEqual({});
});

it('a month begins and ends at midnight of the reader’s zone', () => {
  expect(filters('period=last-month')).toEqual({
    from: '2025-11-30T15:00:00.000Z',
    to: '2025-12-31T15:00:00.000Z',
  });
  expect(filters('period=this-month')).toEqual({ from: '2025-12-31T15:00:00.000Z' });
  expect(filters('period=this-year')).toEqual({ from: '2025-12-31T15:00:00.000Z' });
});
