import { expect, it } from 'vitest';
import { filtersIn } from './audit-filters.ts';

it('an audit filter’s period is from midnight of its first day to the end of its last', () => {
  const { from, to } = filtersIn(new URLSearchParams('from=2026-02-28&to=2026-02-28'));
  expect(from).toBe(new Date(2026, 1, 28).toISOString());
  expect(to).toBe(new Date(2026, 2, 1).toISOString());
});

it('filtersIn ignores unknown and invalid parameters', () => {
  const address = new URLSearchParams('q=José&act=people.ban&actor=me&person=&from=someday&page=2');
  expect(filtersIn(address)).toEqual({ q: 'José', act: 'people.ban' });
});
