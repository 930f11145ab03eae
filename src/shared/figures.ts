import { formatLocale } from './format-locale.ts';

const inLanguage = new Map<string, ReturnType<typeof makeFigures>>();

/** How a language writes numbers and money. Thousands are grouped from 1,000 on, in every language. */
export function figuresIn(language: string) {
  const known = inLanguage.get(language) ?? makeFigures(formatLocale(language));
  inLanguage.set(language, known);
  return known;
}

function makeFigures(locale: string) {
  const whole = new Intl.NumberFormat(locale, { useGrouping: 'always' });
  const withSign = new Intl.NumberFormat(locale, { useGrouping: 'always', signDisplay: 'exceptZero' });
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  const stars = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const currencies = new Map<string, Intl.NumberFormat>();
  const amount = (cents: number, currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger') => {
    const key = `${currency} ${trailingZeroDisplay}`;
    const format =
      currencies.get(key) ??
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        trailingZeroDisplay,
      });
    currencies.set(key, format);
    // Many countries write `$`, so the currency is named. No-break spaces keep the amount on one line.
    return `${format.format(cents / 100)} ${currency}`.replaceAll(' ', '\u00a0');
  };
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
    /** `$324.00 USD`: always two decimals, for what was or will be paid. */
    money: (cents: number, currency: string) => amount(cents, currency, 'auto'),
    /** `$324 USD`, and `$324.50 USD` where there are cents, for prices and totals. */
    roundMoney: (cents: number, currency: string) => amount(cents, currency, 'stripIfInteger'),
  };
}
