import { useTranslation } from 'react-i18next';
import { dayInWords, weekdayInWords } from '#shared/time/calendar-words.ts';
import { enumerate } from '#web/i18n/enumerate.ts';
import type { Repeats } from '../../contract.ts';

/** `14 de enero`. */
export const dayOfYear = { day: 'numeric', month: 'long' } as const;

/** How a series repeats, in the reader's language. */
export function useRepeatsInWords() {
  const { t, i18n } = useTranslation('classes');
  /** `martes y jueves`, and `día` for all seven. */
  const daysInWords = (weekdays: readonly number[]) =>
    weekdays.length === 7
      ? t('repeats.allDays')
      : enumerate(
          weekdays.map((day) => weekdayInWords(day, i18n.language)),
          i18n.language,
        );
  return {
    daysInWords,
    /** `Cada martes y jueves, hasta el 14 de enero`. */
    repeatsInWords: ({ weekdays, until }: Repeats) =>
      until === null
        ? t('repeats.factOpen', { days: daysInWords(weekdays) })
        : t('repeats.factEnding', {
            days: daysInWords(weekdays),
            last: dayInWords(until, i18n.language, dayOfYear),
          }),
  };
}
