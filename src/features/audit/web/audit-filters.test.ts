import { expect, it } from 'vitest';
import { filtersIn } from '#web/ui/lists/use-filters.ts';
import { dayFilters, withInstants } from './audit-filters.ts';

const filters = (address: string) =>
  withInstants(filtersIn(dayFilters, new URLSearchParams(address)), 'Asia/Seoul');

it('an audit filter’s period is from midnight of its first day to the end of its last in the reader’s zone', () => {
  const { from, to } = filters('from=2026-02-28&to=2026-02-28');
  expect(from).toBe('2026-02-27T15:00:00.000Z');
  expect(to).toBe('2026-02-28T15:00:00.000Z');
});

it('the filters of the audit log ignore unknown and invalid parameters of the address', () => {
  const address = 'search=José&act=people.ban&actor=me&person=&from=someday&to=never&page=2';
  expect(filters(address)).toEqual({ search: 'José', act: 'people.ban' });
});
