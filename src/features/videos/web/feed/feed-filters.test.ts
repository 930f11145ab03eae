import { expect, it } from 'vitest';
import { countFilters, noFilters, readFilters, writeFilters } from './feed-filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

it('an address without a search asks for everything', () => {
  expect(read('')).toEqual(noFilters);
  expect(countFilters(noFilters)).toBe(0);
});

it('languages are read in any spelling, once each', () => {
  expect(read('language=Chino&language=zh&language=english').language).toEqual(['en', 'zh']);
});

it('beginner is basic', () => {
  expect(read('level=beginner').level).toBe('basic');
});

it('what nobody knows is left out', () => {
  expect(read('language=klingon&level=native&topic=cats&color=red')).toEqual(noFilters);
});

it('the same choices are the same filters, whatever their order', () => {
  expect(read('topic=food&topic=grammar&language=ko&language=en')).toEqual(
    read('language=en&topic=grammar&language=ko&topic=food'),
  );
});

it('what is written is read back', () => {
  const filters = { language: ['en', 'nah'], level: 'advanced', topic: ['grammar', 'food'] } as const;
  expect(writeFilters(filters).toString()).toBe(
    'language=en&language=nah&level=advanced&topic=grammar&topic=food',
  );
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(countFilters(filters)).toBe(5);
});
