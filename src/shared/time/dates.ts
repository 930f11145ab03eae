import { formatLocale } from '../formats/format-locale.ts';
import { memoizeBy } from '../memoize-by.ts';
import { onFirstUse } from '../on-first-use.ts';
import { inOneLine } from './date-in-words.ts';
import { dayMs } from './durations.ts';
import { zoneCity } from './zone-city.ts';
import { clockTime, mexicoCity } from './zones.ts';

/**
 * How a language writes instants (ISO texts) in a zone, for screens and letters. Times are `HH:mm` in every language.
 */
export const datesIn = memoizeBy(makeDates);

/** What stands between a day and a time: Korean and Chinese write no comma there. */
export const beforeTime = (language: string): string => (/^(ko|zh)\b/.test(language) ? '\u00a0' : ', ');

/** A day that is written out already, and a time. */
export const joinTime = (day: string, time: string, language: string): string =>
  `${day}${beforeTime(language)}${time}`;

/** The same day of another year is further away. */
const nearDays = 180;

function makeDates(language: string, timeZone: string) {
  const locale = formatLocale(language);
  const write = (shape: Intl.DateTimeFormatOptions) => {
    const format = onFirstUse(() => new Intl.DateTimeFormat(locale, { ...shape, timeZone }));
    return (instant: string) => inOneLine(format().format(new Date(instant)));
  };
  const shortDay = write({ dateStyle: 'medium' });
  const time = (instant: string) => clockTime(instant, timeZone);
  const moment = (instant: string) => joinTime(shortDay(instant), time(instant), language);
  const nearDay = write({ weekday: 'short', day: 'numeric', month: 'short' });
  const nearMoment = (instant: string, now: Date) => {
    const isNear = Math.abs(Date.parse(instant) - now.getTime()) < nearDays * dayMs;
    return isNear ? joinTime(nearDay(instant), time(instant), language) : moment(instant);
  };
  return {
    /** `17 de agosto de 2026`. */
    day: write({ dateStyle: 'long' }),
    /** `17 ago 2026`. */
    shortDay,
    /** `17 ago`. */
    dayOfYear: write({ day: 'numeric', month: 'short' }),
    /** `lunes, 17 de agosto de 2026`. */
    weekday: write({ dateStyle: 'full' }),
    /** `agosto de 2026`. */
    month: write({ month: 'long', year: 'numeric' }),
    /** `lun 17 de ago`. */
    nearDay,
    /** `17:09`. */
    time,
    /** `17 ago 2026, 17:09`: in records, which are read years later. */
    moment,
    /** `lun 17 de ago, 17:09` where nothing but this year can be meant, else as `moment`. */
    nearMoment,
    /**
     * `lun 17 de ago, 18:09 · 17:09 Ciudad de México`: the start of a class, or until when a seat in it is held. The
     * time in Mexico City is left out where it is the same.
     */
    start(instant: string, now: Date) {
      const inMexico = clockTime(instant, mexicoCity);
      return time(instant) === inMexico
        ? nearMoment(instant, now)
        : `${nearMoment(instant, now)} · ${inMexico} ${zoneCity(mexicoCity, language)}`;
    },
  };
}
