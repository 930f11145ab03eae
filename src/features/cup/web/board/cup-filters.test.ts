import { expect, it } from 'vitest';
import { filtersIn } from '#web/ui/lists/use-filters.ts';
import { cupFilters } from './cup-filters.ts';

const read = (search: string) => filtersIn(cupFilters, new URLSearchParams(search));

it('cupFilters accepts a month, a language by any of its names and an order', () => {
  expect(read('language=Ingl%C3%A9s&order=streak')).toEqual({ language: 'en', order: 'streak' });
  expect(read('season=2026-10')).toEqual({ season: '2026-10' });
  expect(read('language=Guaran%C3%AD')).toEqual({ language: 'Guaraní' });
});

it('cupFilters ignores unknown values', () => {
  expect(read('season=2026-13')).toEqual({});
  expect(read(`language=${'x'.repeat(61)}&order=name`)).toEqual({});
});
