import { useTranslation } from 'react-i18next';
import { formatLocale } from './format-locale.ts';

const inLanguageAndZone = new Map<string, ReturnType<typeof makeDates>>();

/** How a language writes instants (ISO texts) on the clocks of a zone. */
export function datesIn(language: string, zone: string) {
  const key = `${language} ${zone}`;
  const known = inLanguageAndZone.get(key) ?? makeDates(formatLocale(language), zone);
  inLanguageAndZone.set(key, known);
  return known;
}

/** Instants as the reader's language writes them, on the clocks of `zone`: their device's, or where they live. */
export function useDates(zone: string) {
  const { i18n } = useTranslation();
  return datesIn(i18n.language, zone);
}

function makeDates(locale: string, timeZone: string) {
  const write = (shape: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...shape, timeZone });
    return (instant: string) => format.format(new Date(instant));
  };
  const time = write({ timeStyle: 'short' });
  const moment = write({ dateStyle: 'medium', timeStyle: 'short' });
  return {
    /** `17 de agosto de 2026`. */
    day: write({ dateStyle: 'long' }),
    /** `17 ago 2026`. */
    shortDay: write({ dateStyle: 'medium' }),
    /** `17 ago`. */
    dayOfYear: write({ day: 'numeric', month: 'short' }),
    /** `lunes, 17 de agosto de 2026`. */
    weekday: write({ dateStyle: 'full' }),
    /** `agosto de 2026`. */
    month: write({ month: 'long', year: 'numeric' }),
    /** `5:09 p.m.`. */
    time: (instant: string) => onOneLine(time(instant)),
    /** `17 ago 2026, 5:09 p.m.`. */
    moment: (instant: string) => moment(instant).replaceAll('\u202f', '\u00a0'),
  };
}

/** `5:09 p.m.` never breaks. */
function onOneLine(time: string): string {
  return time.replaceAll(/[ \u202f]/g, '\u00a0');
}
