import { expect, it } from 'vitest';
import { countFilters, noFilters, readFilters, writeFilters } from './feed-filters.ts';

const read = (search: string) => readFilters(new URLSearchParams(search));

it('readFilters answers null for an address without filters', () => {
  expect(read('')).toBeNull();
  expect(read('video=0198c1a0-0000-7000-8000-000000000000')).toBeNull();
});

it('readFilters reads every language from language=all, and from an address with another filter only', () => {
  expect(read('language=all')).toEqual(noFilters);
  expect(read('topic=food')).toEqual({ ...noFilters, topic: ['food'] });
});

it('readFilters reads a language in any spelling, each language once', () => {
  expect(read('language=Chino&language=zh&language=english')?.language).toEqual(['en', 'zh']);
});

it('readFilters reads beginner as basic', () => {
  expect(read('level=beginner')?.level).toBe('basic');
});

it('readFilters ignores values that no registry has', () => {
  expect(read('language=klingon&level=native&topic=cats&color=red')).toEqual(noFilters);
});

it('readFilters gives equal filters for equal choices in any order', () => {
  expect(read('topic=food&topic=grammar&language=ko&language=en')).toEqual(
    read('language=en&topic=grammar&language=ko&topic=food'),
  );
});

it('readFilters reads what writeFilters wrote', () => {
  const filters = { language: ['en', 'nah'], level: 'advanced', topic: ['grammar', 'food'] } as const;
  expect(writeFilters(filters).toString()).toBe(
    'language=en&language=nah&level=advanced&topic=grammar&topic=food',
  );
  expect(readFilters(writeFilters(filters))).toEqual(filters);
  expect(countFilters(filters)).toBe(5);
});
