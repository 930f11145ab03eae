import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Numbers, days and money as the reader's language writes them; Spanish as in Mexico. */
export function useFigures() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
    const days = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric' });
    const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
    return {
      locale,
      number: (value: number) => whole.format(value),
      /** `+20`, `-500`. */
      signed: (value: number) => withSign.format(value),
      day: (instant: string) => days.format(new Date(instant)),
      moment: (instant: string) => moments.format(new Date(instant)),
      money: (cents: number, currency: string) =>
        new Intl.NumberFormat(locale, {
          style: 'currency',
          currency,
          currencyDisplay: 'narrowSymbol',
        }).format(cents / 100),
    };
  }, [locale]);
}
