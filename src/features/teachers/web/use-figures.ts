import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Figures, days and money as the reader's language writes them; Spanish as in Mexico. */
export function useFigures() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const stars = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
    const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
    return {
      number: (value: number) => whole.format(value),
      /** One decimal: `4.5`. */
      rating: (value: number) => stars.format(value),
      /** 0 to 100. */
      percent: (value: number) => share.format(value / 100),
      /** Cents of dollars, with two decimals; another currency with its sign. */
      money: (cents: number, currency = 'USD') =>
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        }).format(cents / 100),
      day: (instant: string) => days.format(new Date(instant)),
      /** `2026-11` is "noviembre de 2026". */
      month: (month: string) => months.format(new Date(`${month}-01T00:00:00Z`)),
    };
  }, [locale]);
}
