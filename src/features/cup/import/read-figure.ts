const largestWhole = 2_147_483_647;
const largestPercentage = 9999.99;
const multiplies = /^(?:k|m|mil|tsd|千|万|천|만)$/i;

/**
 * Parses a number as people and spreadsheets write it: `1,234`, `1.234`, `1 234`, `85,5 %`, `12 days`. Empty text or a
 * dash is 0. Undefined without a number, for one that is negative or too large, and for one that goes on in another way
 * than by a word, or by one that multiplies it: `1.2E+05`, `5/10`, `3k`. A single separator before three
 * digits groups thousands in a whole number and is the decimal separator in a percentage.
 */
export function readFigure(text: string, kind: 'whole' | 'percentage'): number | undefined {
  const bare = text.replaceAll(/[\s%'’]/g, '');
  if (/^[-–—]?$/.test(bare)) return 0;
  const [, digits, word] = /^\+?(\d[\d.,]*)([\p{L}\p{M}]*)\.?$/u.exec(bare) ?? [];
  if (digits === undefined || multiplies.test(word ?? '')) return undefined;
  const value = Number(withoutGrouping(digits, kind));
  if (kind === 'percentage') return value <= largestPercentage ? Math.round(value * 100) / 100 : undefined;
  return value <= largestWhole ? Math.trunc(value) : undefined;
}

function withoutGrouping(digits: string, kind: 'whole' | 'percentage'): string {
  const separators = digits.match(/[.,]/g) ?? [];
  const sameKind = new Set(separators).size < 2;
  const groups =
    sameKind && (separators.length > 1 || (kind === 'whole' && /^[1-9]\d{0,2}[.,]\d{3}$/.test(digits)));
  if (groups) return digits.replaceAll(/[.,]/g, '');
  const decimal = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  if (decimal === -1) return digits;
  return `${digits.slice(0, decimal).replaceAll(/[.,]/g, '')}.${digits.slice(decimal + 1)}`;
}
