import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Amounts and days as the reader writes them; the currency is always named, since many countries write `$`. */
export function useMoney() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      /** `$15.00 USD`, in one piece. */
      money: (cents: number, currency: string) => {
        const shape = new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        });
        return `${shape.format(cents / 100)} ${currency}`.replaceAll(' ', '\u00a0');
      },
      day: (instant: string) => days.format(new Date(instant)),
      moment: (instant: string) => moments.format(new Date(instant)),
    };
  }, [locale]);
}
