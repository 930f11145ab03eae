import { expect, it } from 'vitest';
import { aliasFrom, aliasInSpanish, animals } from './rules.ts';

it('an alias is an animal and a number, the same for the same number', () => {
  expect(aliasInSpanish(aliasFrom(0))).toBe('Colibrí 10');
  expect(aliasFrom(32)).toEqual({ animal: 'colibri', number: 11 });
  const all = new Set(Array.from({ length: 40_000 }, (_, n) => aliasInSpanish(aliasFrom(n))));
  expect(all.size).toBe(animals.length * 990);
  expect(aliasFrom(2 ** 31 - 1).number).toBeLessThan(1000);
});
