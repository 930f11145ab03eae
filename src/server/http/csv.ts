import { stringify } from 'csv-stringify/sync';
import { guardFormulas } from '#shared/formats/guard-formulas.ts';

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const byteOrderMark = '\uFEFF';

/** Rows as RFC 4180, without formulas (`guardFormulas`). */
export function toCsv(rows: string[][]): string {
  return stringify(rows, { cast: { string: guardFormulas }, record_delimiter: 'windows' });
}

/** An amount of cents as a spreadsheet reads it: `12.50`. */
export function centsInUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}
