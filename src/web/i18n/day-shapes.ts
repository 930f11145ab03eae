import { formatLocale } from '#shared/formats/format-locale.ts';
import { inOneLine } from '#shared/time/dates.ts';

/**
 * How a language writes a day of each month, January first, as the medium style of `Intl` does: `{d} ago {y}`, with
 * `{dd}` for a day of two digits.
 */
export function dayShapes(language: string): string[] {
  const format = new Intl.DateTimeFormat(formatLocale(language), { dateStyle: 'medium', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) =>
    inOneLine(
      format
        .formatToParts(Date.UTC(2026, month, 5))
        .map(({ type, value }) => {
          if (type === 'day') return value.length > 1 ? '{dd}' : '{d}';
          return type === 'year' ? '{y}' : value;
        })
        .join(''),
    ),
  );
}
