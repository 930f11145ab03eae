import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { toCsv } from '#server/http/csv.ts';
import { guardFormulas, withoutFormulaGuards } from '#shared/formats/guard-formulas.ts';
import { csvText } from '../rules.ts';

const hostile = [
  '=1+1', '+52', '-2', '@ana', '＝1+1', '＋1', '－1', '＠ana', "'=x", 'Ana;=1+1;x', 'Ana; =1+1', 'Ana|@x', 'Ana\t=1',
  'Uno\n=1+1', 'dijo "sí";=1+1',
]; // biome-ignore format: one glance

it.each([
  ['toCsv', toCsv],
  ['csvText', csvText],
] as const)(
  '%s writes no cell that is a formula, whatever sign a spreadsheet splits its lines at',
  (_, write) => {
    for (const text of hostile) {
      const csv = write([['Luz', text, 'x', text]]);
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
  },
);

it('withoutFormulaGuards gives each cell back as it was', () => {
  for (const text of hostile) expect(withoutFormulaGuards(guardFormulas(text))).toBe(text);
  for (const text of ['a=b', "'", 'Ana; luego', 'x-2', '']) expect(guardFormulas(text)).toBe(text);
});
