import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Numbers, months and moments as the reader's language writes them; Spanish as in Mexico. */
export function useFigures() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      number: (value: number) => whole.format(value),
      /** 0 to 100. */
      percentage: (value: number) => share.format(value / 100),
      /** `2026-11` is "noviembre de 2026". */
      month: (season: string) => months.format(new Date(`${season}-01T00:00:00Z`)),
      moment: (instant: string) => moments.format(new Date(instant)),
    };
  }, [locale]);
}
