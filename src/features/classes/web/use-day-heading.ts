import { useTranslation } from 'react-i18next';
import { dayInWords } from '#web/i18n/calendar-words.ts';
import { addDays } from './calendar-days.ts';

/** Languages that write the names of days small; German and English do not, Korean and Chinese know no such thing. */
const smallDays = new Set(['es', 'fr', 'pt']);

/** `Hoy, viernes, 20 de noviembre`: days that are near by their names too. */
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
