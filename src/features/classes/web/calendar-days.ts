/**
 * Days as calendars name them, `yyyy-mm-dd`, with no zone in them: the sums are done in UTC, where every day has
 * 24 hours.
 */

const dayMs = 24 * 60 * 60 * 1000;

/** The day that many days later; earlier when negative. */
export function addDays(day: string, days: number): string {
  return new Date(noonOf(day).getTime() + days * dayMs).toISOString().slice(0, 10);
}

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const sinceMonday = (noonOf(day).getUTCDay() + 6) % 7;
  return addDays(day, -sinceMonday);
}

/** The seven days from that one on. */
export function weekFrom(day: string): string[] {
  return Array.from({ length: 7 }, (_, later) => addDays(day, later));
}

/** `2026-11` of `2026-11-20`. */
export function monthOf(day: string): string {
  return day.slice(0, 7);
}

/**
 * Instants that hold every moment of the days from `first` to before `after`, in whichever zone: a day begins
 * at most 14 hours before it does in Greenwich, and at most 12 after.
 */
export function windowAround(first: string, after: string): { from: string; to: string } {
  return { from: `${addDays(first, -1)}T00:00:00Z`, to: `${addDays(after, 1)}T00:00:00Z` };
}

/** `viernes, 20 de noviembre`, or whatever `shape` asks for, in a language; as it is when it is no day. */
export function dayInWords(day: string, locale: string, shape: DayShape = wholeDay): string {
  const noon = noonOf(day);
  if (Number.isNaN(noon.getTime())) return day;
  return capitalised(new Intl.DateTimeFormat(locale, { ...shape, timeZone: 'UTC' }).format(noon), locale);
}

/** `Noviembre de 2026`, or both months where the days lie in two. */
export function monthsInWords(first: string, last: string, locale: string): string {
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return capitalised(months.formatRange(noonOf(first), noonOf(last)), locale);
}

type DayShape = Pick<Intl.DateTimeFormatOptions, 'weekday' | 'day' | 'month'>;
const wholeDay: DayShape = { weekday: 'long', day: 'numeric', month: 'long' };

function noonOf(day: string): Date {
  return new Date(`${day}T12:00:00Z`);
}

function capitalised(words: string, locale: string): string {
  return words.charAt(0).toLocaleUpperCase(locale) + words.slice(1);
}
