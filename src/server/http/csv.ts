import { stringify } from 'csv-stringify/sync';

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const byteOrderMark = '\uFEFF';

/**
 * Rows as RFC 4180; what a spreadsheet would take for a formula begins with an apostrophe there, so that it never runs.
 */
export function toCsv(rows: string[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: 'windows' });
}

/** An amount of cents as a spreadsheet reads it: `12.50`. */
export function centsInUnits(cents: number): string {
  return (cents / 100).toFixed(2);
}
