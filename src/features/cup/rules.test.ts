import fc from 'fast-check';
import { expect, it } from 'vitest';
import { withoutFormulaGuards } from '#shared/formats/guard-formulas.ts';
import { aliasFrom, aliasInSpanish, animals, csvText } from './rules.ts';

it('an alias is an animal and a number, the same for the same number', () => {
  expect(aliasInSpanish(aliasFrom(0))).toBe('Colibrí 10');
  expect(aliasFrom(32)).toEqual({ animal: 'colibri', number: 11 });
  const all = new Set(Array.from({ length: 40_000 }, (_, n) => aliasInSpanish(aliasFrom(n))));
  expect(all.size).toBe(animals.length * 990);
  expect(aliasFrom(2 ** 31 - 1).number).toBeLessThan(1000);
});

it('csvText guards formulas with an apostrophe, which withoutFormulaGuards removes', () => {
  expect(csvText([['=1+1', '+52', '-2', '@ana', 'a=b', "'", "'=x", 'a,b', 'dijo "sí"']])).toBe(
    `'=1+1,'+52,'-2,'@ana,a=b,',''=x,"a,b","dijo ""sí"""\r\n`,
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      const [cell = ''] = csvText([[text]]).split('\r\n');
      const bare = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      if (!/[\r\n"]/.test(text)) expect(withoutFormulaGuards(bare)).toBe(text);
      expect(bare).not.toMatch(/^[=+\-@]/);
    }),
  );
});
