import { expect, it } from 'vitest';
import { filtersIn } from '#web/ui/lists/use-filters.ts';
import { classFilters } from './class-filters.ts';

it('the filters of the students’ lists are read from the address, without what is no choice', () => {
  const address = (query: string) => filtersIn(classFilters, new URLSearchParams(query));
  expect(address('language=nah&kind=club&level=basic&tier=vip&tab=past')).toEqual({
    language: 'nah',
    kind: 'club',
    level: 'basic',
    tier: 'vip',
  });
  expect(address('language=any')).toEqual({ language: 'any' });
  expect(address('language=klingon&kind=party&level=&tier=gold')).toEqual({});
});
