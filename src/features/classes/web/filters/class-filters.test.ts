import { expect, it } from 'vitest';
import { filtersIn } from './class-filters.ts';

it('filtersIn reads each filter of an address and leaves out what is no choice', () => {
  const address = (query: string) => filtersIn(new URLSearchParams(query));
  expect(address('language=nah&kind=club&level=basic&tier=vip&tab=past')).toEqual({
    language: 'nah',
    kind: 'club',
    level: 'basic',
    tier: 'vip',
  });
  expect(address('language=any')).toEqual({ language: 'any' });
  expect(address('language=klingon&kind=party&level=&tier=gold')).toEqual({});
});
