import { expect, it } from 'vitest';
import { filtersIn } from './audit-filters.ts';

it('an audit filter’s period is from midnight of its first day to the end of its last in the reader’s zone', () => {
  const { from, to } = filtersIn(new URLSearchParams('from=2026-02-28&to=2026-02-28'), 'Asia/Seoul');
  expect(from).toBe('2026-02-27T15:00:00.000Z');
  expect(to).toBe('2026-02-28T15:00:00.000Z');
});

it('filtersIn ignores unknown and invalid parameters', () => {
  const address = new URLSearchParams('q=José&act=people.ban&actor=me&person=&from=someday&to=never&page=2');
  expect(filtersIn(address, 'Asia/Seoul')).toEqual({ q: 'José', act: 'people.ban' });
});
