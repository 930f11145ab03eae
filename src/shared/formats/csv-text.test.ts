import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvText } from './csv-text.ts';
import { guardFormulas, withoutFormulaGuards } from './guard-formulas.ts';

const hostile = [
  '=1+1', '+52', '-2', '@ana', '＝1+1', '＋1', '－1', '＠ana', "'=x", 'Ana;=1+1;x', 'Ana; =1+1', 'Ana|@x', 'Ana\t=1',
  'Uno\n=1+1', 'dijo "sí";=1+1',
]; // biome-ignore format: one glance

it('csvText writes no cell that is a formula, whatever sign a spreadsheet splits its lines at', () => {
  for (const text of hostile) {
    const csv = csvText([['Luz', text, 'x', text]]);
    for (const delimiter of [',', ';', '\t', '|']) {
      // A spreadsheet that splits elsewhere than the file does takes quotes as letters.
      const rows: string[][] = parse(csv, {
        delimiter,
        relax_column_count: true,
        quote: delimiter === ',' ? '"' : null,
      });
      for (const cell of rows.flat()) expect(cell).not.toMatch(/^\s*"?[=+\-@＝＋－＠]/);
    }
  }
});

it('csvText keeps a row whole that has a line break in a cell', () => {
  for (const broken of ['uno\ndos', 'uno\rdos', 'uno\r\ndos', '\n', 'uno\n']) {
    const rows = [['Luz', broken, 'x'], ['Ana', '', 'y']]; // biome-ignore format: one glance
    expect(parse(csvText(rows), { record_delimiter: '\r\n' })).toEqual(rows);
    expect(parse(csvText(rows))).toEqual(rows);
  }
});

it('withoutFormulaGuards gives each cell back as it was', () => {
  for (const text of hostile) expect(withoutFormulaGuards(guardFormulas(text))).toBe(text);
  for (const text of ['a=b', "'", 'Ana; luego', 'x-2', '']) expect(guardFormulas(text)).toBe(text);
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
