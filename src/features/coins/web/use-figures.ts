import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Coins and moments as the reader writes them; Spanish as in Mexico. Moments are those of the reader's device. */
export function useFigures() {
  const { i18n } = useTranslation();
  const locale = i18n.language === 'es' ? 'es-MX' : i18n.language;
  return useMemo(() => {
    const whole = new Intl.NumberFormat(locale);
    const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
    const withSign = new Intl.NumberFormat(locale, { signDisplay: 'exceptZero' });
    const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
    const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
    return {
      count: (coins: number) => whole.format(coins),
      /** For small places: `99,999`, then `1.2 M`. */
      brief: (coins: number) => (coins < 100_000 ? whole : compact).format(coins),
      /** `+20`, `-500`. */
      signed: (coins: number) => withSign.format(coins),
      day: (instant: string) => days.format(new Date(instant)),
      /** In one piece: `5:09 a.m.` never breaks. */
      time: (instant: string) => times.format(new Date(instant)).replaceAll(' ', '\u00a0'),
    };
  }, [locale]);
}
