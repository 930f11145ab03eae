import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** Where a language alone does not say how figures are grouped: Spanish as in Mexico, Portuguese as in Brazil. */
const locales: Record<string, string> = { es: 'es-MX', pt: 'pt-BR' };

/** How a language writes figures, days and moments. Thousands are grouped from 1,000 on, in every language. */
export function figuresIn(language: string) {
  const locale = locales[language] ?? language;
  const whole = new Intl.NumberFormat(locale, { useGrouping: 'always' });
  const withSign = new Intl.NumberFormat(locale, { useGrouping: 'always', signDisplay: 'exceptZero' });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const stars = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long' });
  const shortDays = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
  const datesOnly = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const times = new Intl.DateTimeFormat(locale, { timeStyle: 'short' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  const moments = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  const inMoney = (cents: number, currency: string, more: Intl.NumberFormatOptions = {}) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      ...more,
    }).format(cents / 100);
  return {
    number: (value: number) => whole.format(value),
    /** For small places: `99,999`, then `1.2 M`. */
    brief: (value: number) => (value < 100_000 ? whole : compact).format(value),
    /** `+20`, `-500`. */
    signed: (value: number) => withSign.format(value),
    /** 0 to 100. */
    percentage: (value: number) => share.format(value / 100),
    /** One decimal: `4.5`. */
    rating: (value: number) => stars.format(value),
    /** Cents with two decimals: `$324.00`. */
    money: (cents: number, currency = 'USD') => inMoney(cents, currency),
    /** `$324`, and `$324.50` where there are cents. */
    roundMoney: (cents: number, currency = 'USD') =>
      inMoney(cents, currency, { trailingZeroDisplay: 'stripIfInteger' }),
    day: (instant: string) => days.format(new Date(instant)),
    /** `17 ago 2026`. */
    shortDay: (instant: string) => shortDays.format(new Date(instant)),
    /** A day of the calendar, `yyyy-mm-dd`, as `17 ago`. */
    dayOfYear: (day: string) => datesOnly.format(new Date(`${day}T00:00:00Z`)),
    /** In one piece: `5:09 a.m.` never breaks. */
    time: (instant: string) => times.format(new Date(instant)).replaceAll(/[ \u202f]/g, '\u00a0'),
    /** `2026-11` is "noviembre de 2026". */
    month: (month: string) => months.format(new Date(`${month}-01T00:00:00Z`)),
    moment: (instant: string) => moments.format(new Date(instant)),
  };
}

/** Figures, days and moments as the reader writes them; moments are those of the reader's device. */
export function useFigures() {
  const { i18n } = useTranslation();
  return useMemo(() => figuresIn(i18n.language), [i18n.language]);
}
