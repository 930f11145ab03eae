import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Figures as the reader's language writes them; Spanish as in Mexico. */
export function useFigures() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
    const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
    return {
      number: (value: number) => whole.format(value),
      /** For the side of a chart: `1.2 k`. */
      brief: (value: number) => (Math.abs(value) < 10_000 ? whole : compact).format(value),
      /** 0 to 1. */
      percentage: (value: number) => share.format(value),
      /** `$324`, and `$324.50` where there are cents. */
      money: (cents: number, currency: string) =>
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
          trailingZeroDisplay: 'stripIfInteger',
        }).format(cents / 100),
      /** A day of the calendar, `yyyy-mm-dd`, as `17 ago`. */
      day: (day: string) => days.format(new Date(`${day}T00:00:00Z`)),
    };
  }, [locale]);
}
