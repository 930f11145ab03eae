import { formatLocale } from '../formats/format-locale.ts';
import { memoizeBy } from '../memoize-by.ts';

const formatOf = memoizeBy(
  (language: string) =>
    new Intl.DateTimeFormat(formatLocale(language), { dateStyle: 'long', timeZone: 'UTC' }),
);

/** `2026-12-01` as `1 de diciembre de 2026`: a date of a calendar, the same in every zone. */
export function dateInWords(date: string, language: string): string {
  return inOneLine(formatOf(language).format(new Date(`${date}T12:00:00Z`)));
}

/**
 * Keeps a date of figures on one line, as the Korean `2026. 11. 27.`, in which a line could end anywhere, and the
 * German `30. Nov.`. Takes the shape of such a date too, with `{y}` and `{d}` for figures.
 */
export const inOneLine = (date: string): string => date.replace(/([\d}]\.) (?=[\d{\p{L}])/gu, '$1\u00a0');
