import { memoizeBy } from '../memoize-by.ts';

/**
 * The currencies that a community may ask for, by ISO 4217: of the Americas and Europe, those with cents, because every
 * amount is stored in cents.
 */
export const currencies = [
  'USD',
  'MXN',
  'COP',
  'PEN',
  'ARS',
  'BRL',
  'UYU',
  'BOB',
  'GTQ',
  'HNL',
  'NIO',
  'CRC',
  'DOP',
  'EUR',
] as const;
export type Currency = (typeof currencies)[number];

const namesIn = memoizeBy((locale: string) => new Intl.DisplayNames([locale], { type: 'currency' }));

/** `peso mexicano` for `MXN`. */
export function currencyName(code: Currency, locale: string): string {
  return namesIn(locale).of(code) ?? code;
}

/** The least and the most that a month of a plan or a seat may cost, in cents. A hundred dollars are 400,000 pesos. */
export const priceLimits = { least: 50, most: 100_000_000 };
