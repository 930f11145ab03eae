import { capitalised } from '../capitalised.ts';
import { formatLocale } from '../formats/format-locale.ts';
import { memoizeBy } from '../memoize-by.ts';
import { daysBetween, noonOf } from './calendar-days.ts';

/**
 * Days (`2026-11-20`) and months (`2026-11`) of the calendar in words. They have no zone: each is read at noon UTC
 * and written in UTC.
 */

type DayShape = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month'>;
const wholeDay: DayShape = { weekday: 'long', day: 'numeric', month: 'long' };

/** `Viernes, 20 de noviembre`, or what `shape` asks for, in a language; a text that is no day comes back as it is. */
export function dayInWords(day: string, language: string, shape: DayShape = wholeDay): string {
  const noon = noonOf(day);
  if (Number.isNaN(noon.getTime())) return day;
  return capitalised(formatterOf(language, shape).format(noon), language);
}

/** `Jueves, 24 – sábado, 26 de diciembre`, with their years where they lie in two; one day as `dayInWords` says it. */
export function daysInWords(first: string, last: string, language: string): string {
  if (first === last) return dayInWords(first, language);
  return capitalised(formatterOf(language, wholeDay).formatRange(noonOf(first), noonOf(last)), language);
}

/** `Hoy` or `Ayer`; null for every other day. */
export function recentDayInWords(day: string, today: string, language: string): string | null {
  const ago = daysBetween(day, today);
  if (ago !== 0 && ago !== 1) return null;
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(0 - ago, 'day');
  return capitalised(words, language);
}

/** `martes`, as in the middle of a sentence: 1 is Monday, 7 is Sunday. */
export function weekdayInWords(weekday: number, language: string): string {
  return formatterOf(language, { weekday: 'long' }).format(noonOf(`2026-11-${22 + weekday}`));
}

/** `noviembre de 2026`. */
export function monthInWords(month: string, language: string): string {
  return formatterOf(language, wholeMonth).format(noonOf(`${month}-01`));
}

/** `Noviembre de 2026`, where nothing stands before it. */
export function monthHeading(month: string, language: string): string {
  return capitalised(monthInWords(month, language), language);
}

/** `Noviembre de 2026`, or both months where the two days are in two. */
export function monthsInWords(first: string, last: string, language: string): string {
  return capitalised(formatterOf(language, wholeMonth).formatRange(noonOf(first), noonOf(last)), language);
}

const wholeMonth = { month: 'long', year: 'numeric' } as const;

function formatterOf(language: string, shape: DayShape | typeof wholeMonth): Intl.DateTimeFormat {
  return formatterBy(language, ...Object.entries(shape).map((part) => part.join('=')));
}

/** Each part of the shape is written as `month=long`. */
const formatterBy = memoizeBy(
  (language: string, ...shape: string[]) =>
    new Intl.DateTimeFormat(formatLocale(language), {
      ...Object.fromEntries(shape.map((part) => part.split('='))),
      timeZone: 'UTC',
    }),
);
