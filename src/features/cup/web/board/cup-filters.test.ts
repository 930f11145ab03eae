import { expect, it } from 'vitest';
import { readCupFilters } from './cup-filters.ts';

const read = (search: string) => readCupFilters(new URLSearchParams(search));

it('readCupFilters accepts a language by any of its names and an order', () => {
  expect(read('language=Ingl%C3%A9s&order=streak')).toEqual({ language: 'en', order: 'streak' });
  expect(read('language=Guaran%C3%AD')).toEqual({ language: 'Guaraní', order: 'xp' });
});

it('readCupFilters ignores unknown values', () => {
  expect(read('')).toEqual({ language: '', order: 'xp' });
  expect(read(`language=${'x'.repeat(61)}&order=name`)).toEqual({ language: '', order: 'xp' });
});
