import { useTranslation } from 'react-i18next';
import { addDays, dayInWords } from './calendar-days.ts';

/** `Hoy, viernes, 20 de noviembre`: days that are near by their names too. */
export function useDayHeading(today: string): (day: string) => string {
  const { t, i18n } = useTranslation('classes');
  return (day) => {
    const words = dayInWords(day, i18n.language);
    if (day === today) return t('day.today', { day: words.toLocaleLowerCase(i18n.language) });
    if (day === addDays(today, 1)) return t('day.tomorrow', { day: words.toLocaleLowerCase(i18n.language) });
    return words;
  };
}
