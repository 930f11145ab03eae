import { datesIn } from '#shared/time/dates.ts';

/** `2026-12-01` as `1 de diciembre de 2026`: a date of a calendar, the same in every zone. */
export function dateInWords(date: string, language: string): string {
  return datesIn(language, 'UTC').day(`${date}T12:00:00.000Z`);
}
