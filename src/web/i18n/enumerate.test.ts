import { expect, it } from 'vitest';
import { enumerate } from './enumerate.ts';

it.each([
  ['es', 'inglés, hindi, coreano'],
  ['en', 'inglés, hindi, coreano'],
  ['ko', 'inglés, hindi, coreano'],
  ['zh', 'inglés、hindi、coreano'],
])('a plain list in %s parts its items with a comma', (language, list) => {
  expect(enumerate(['inglés', 'hindi', 'coreano'], language, 'list')).toBe(list);
});

it.each([
  ['es', 'inglés e hindi'],
  ['ko', 'inglés 및 hindi'],
  ['zh', 'inglés和hindi'],
])('a list in a sentence of %s has a word before the last item', (language, list) => {
  expect(enumerate(['inglés', 'hindi'], language)).toBe(list);
});
