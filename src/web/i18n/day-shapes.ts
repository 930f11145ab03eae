import { formatLocale } from '#shared/formats/format-locale.ts';
import { inOneLine } from '#shared/time/date-in-words.ts';
import { beforeTime } from '#shared/time/dates.ts';

const styles = {
  /** `17 ago 2026`, as `shortDay` of `datesIn`. */
  medium: { dateStyle: 'medium' },
  /** `lun 17 de ago`, as its `nearDay`. */
  near: { weekday: 'short', day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DayShapes = { months: readonly string[]; weekdays: readonly string[]; beforeTime: string };

/**
 * How a language writes a day of each month, January first: `{d} ago {y}`, with `{dd}` for a day of two digits and
 * `{w}` for the day of the week, of which Sunday is the first; and what stands between a day and a time.
 */
export function dayShapes(language: string, style: keyof typeof styles): DayShapes {
  const format = new Intl.DateTimeFormat(formatLocale(language), { ...styles[style], timeZone: 'UTC' });
  const months = Array.from({ length: 12 }, (_, month) =>
    inOneLine(
      format
        .formatToParts(Date.UTC(2026, month, 5))
        .map(shapeOf)
        .join(''),
    ),
  );
  const weekdays = Array.from({ length: 7 }, (_, day) => {
    // The first of November 2026 is a Sunday.
    const parts = format.formatToParts(Date.UTC(2026, 10, 1 + day));
    return parts.find(({ type }) => type === 'weekday')?.value ?? '';
  });
  return { months, weekdays, beforeTime: beforeTime(language) };
}

function shapeOf({ type, value }: Intl.DateTimeFormatPart): string {
  if (type === 'day') return value.length > 1 ? '{dd}' : '{d}';
  if (type === 'year') return '{y}';
  return type === 'weekday' ? '{w}' : value;
}
