import { memoizeBy } from '../memoize-by.ts';
import { onFirstUse } from '../on-first-use.ts';
import { formatLocale } from './format-locale.ts';

/** The signs that `Intl` knows in their own country alone, where it writes the code in their place. */
const signs: Record<string, string> = { PEN: 'S/' };

/** How a language writes numbers and money. Thousands are grouped from 1,000 on, in every language. */
export const figuresIn = memoizeBy((language: string) => makeFigures(formatLocale(language)));

function makeFigures(locale: string) {
  const write = (shape: Intl.NumberFormatOptions) => {
    const format = onFirstUse(() => new Intl.NumberFormat(locale, shape));
    return (value: number) => format().format(value);
  };
  const whole = write({ useGrouping: 'always' });
  const compact = write({ notation: 'compact', maximumFractionDigits: 1 });
  const cents = { minimumFractionDigits: 2, trailingZeroDisplay: 'stripIfInteger' } as const;
  const plainAmount = write({ ...cents, useGrouping: 'always' });
  const share = write({ style: 'percent', maximumFractionDigits: 0 });
  const inCurrency = memoizeBy(
    (currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger') =>
      new Intl.NumberFormat(locale, {
        style: 'currency',
        currency,
        currencyDisplay: 'narrowSymbol',
        // Every currency has its cents: `Intl` writes some without.
        minimumFractionDigits: 2,
        maximumFractionDigits: 2,
        trailingZeroDisplay,
      }),
  );
  const amount = (cents: number, currency: string, trailingZeroDisplay: 'auto' | 'stripIfInteger') => {
    const parts = inCurrency(currency, trailingZeroDisplay).formatToParts(cents / 100);
    const written = parts.map(({ type, value }) => (type === 'currency' ? (signs[value] ?? value) : value));
    // Many countries write `$`, so the currency is named. No-break spaces keep the amount on one line.
    return `${written.join('')} ${currency}`.replaceAll(' ', '\u00a0');
  };
  return {
    number: whole,
    /** For small places: `99,999`, then `1.2 M`. */
    brief: (value: number) => (value < 100_000 ? whole : compact)(value),
    /** `+20`, `-500`. */
    signed: write({ useGrouping: 'always', signDisplay: 'exceptZero' }),
    /** 0 to 100. */
    percentage: (value: number) => share(value / 100),
    /** One decimal: `4.5`. */
    rating: write({ minimumFractionDigits: 1, maximumFractionDigits: 1 }),
    /** `1,500` and `1,500.50` of cents, for a field whose label names the currency. */
    amount: (value: number) => plainAmount(value / 100),
    /** `$324.00 USD`: always two decimals, for what was or will be paid. */
    money: (cents: number, currency: string) => amount(cents, currency, 'auto'),
    /** `$324 USD`, and `$324.50 USD` where there are cents, for prices and totals. */
    shortMoney: (cents: number, currency: string) => amount(cents, currency, 'stripIfInteger'),
  };
}
