import { useTranslation } from 'react-i18next';
import { addDays } from '#shared/time/calendar-days.ts';
import { dayInWords } from '#shared/time/calendar-words.ts';

/** Languages that write day names in lower case within a sentence. */
const smallDays = new Set(['es', 'fr', 'pt']);

/** Formats a day; today and tomorrow get their names too: `Hoy, viernes, 20 de noviembre`. */
export function useDayHeading(today: string): (day: string) => string {
  const { t, i18n } = useTranslation('classes');
  return (day) => {
    const words = dayInWords(day, i18n.language);
    const within = smallDays.has(i18n.language) ? words.toLocaleLowerCase(i18n.language) : words;
    if (day === today) return t('day.today', { day: within });
    if (day === addDays(today, 1)) return t('day.tomorrow', { day: within });
    return words;
  };
}
