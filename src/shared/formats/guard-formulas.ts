const sign = "'*[=+\\-@＝＋－＠]";
// Spreadsheets in Spanish, Portuguese, German and French split cells at a semicolon, imports at tabs and bars, and a
// quote in the middle of a line does not stop them.
const begin = '(^|[;|\\t\\r\\n])(\\s*)';
const formula = new RegExp(`${begin}(?=${sign})`, 'g');
const guarded = new RegExp(`${begin}'(?=${sign})`, 'g');

/**
 * A cell that no spreadsheet runs as a formula, wherever it splits the line: an apostrophe stands before what looks
 * like one (CSV injection, OWASP).
 */
export function guardFormulas(cell: string): string {
  return cell.replaceAll(formula, "$1$2'");
}

/** The cell before `guardFormulas`. */
export function withoutFormulaGuards(cell: string): string {
  return cell.replaceAll(guarded, '$1$2');
}
