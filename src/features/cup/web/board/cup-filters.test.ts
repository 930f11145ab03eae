import { expect, it } from 'vitest';
import { readCupFilters } from './cup-filters.ts';

const read = (search: string) => readCupFilters(new URLSearchParams(search));

it('readCupFilters accepts a month, a language by any of its names and an order', () => {
  expect(read('language=Ingl%C3%A9s&order=streak')).toEqual({ season: '', language: 'en', order: 'streak' });
  expect(read('season=2026-10')).toEqual({ season: '2026-10', language: '', order: 'xp' });
  expect(read('language=Guaran%C3%AD')).toMatchObject({ language: 'Guaraní', order: 'xp' });
});

it('readCupFilters ignores unknown values', () => {
  expect(read('')).toEqual({ season: '', language: '', order: 'xp' });
  expect(read('season=2026-13')).toEqual({ season: '', language: '', order: 'xp' });
  expect(read(`language=${'x'.repeat(61)}&order=name`)).toMatchObject({ language: '', order: 'xp' });
});
