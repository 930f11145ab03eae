import { guardFormulas } from './guard-formulas.ts';

/** Spreadsheets take a file for UTF-8 only when it begins with this. */
export const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV (RFC 4180), without formulas (`guardFormulas`). A cell is quoted also where it holds what a spreadsheet
 * or an import may split at instead of commas, or spaces at its ends, which some readers drop.
 */
export function csvText(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = guardFormulas(text);
  return /[",;\n\r\t]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}
