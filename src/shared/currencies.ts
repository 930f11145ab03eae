import { memoizeBy } from './memoize-by.ts';

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

/** What Stripe says for USD, EUR and MXN; it converts the others, for which this is well above half a dollar. */
const leastCharges: Readonly<Record<Currency, number>> = {
  USD: 50,
  MXN: 1_000,
  COP: 300_000,
  PEN: 300,
  ARS: 150_000,
  BRL: 400,
  UYU: 3_000,
  BOB: 800,
  GTQ: 600,
  HNL: 2_000,
  NIO: 2_500,
  CRC: 40_000,
  DOP: 5_000,
  EUR: 50,
};

/** The least that a card can be charged, in cents of a currency of the list. */
export const leastChargeIn = (currency: string): number =>
  leastCharges[currency as Currency] ?? priceLimits.least;

const namesIn = memoizeBy((locale: string) => new Intl.DisplayNames([locale], { type: 'currency' }));

/** `peso mexicano` for `MXN`. */
export function currencyName(code: Currency, locale: string): string {
  return namesIn(locale).of(code) ?? code;
}

/** The least and the most that a month of a plan or a seat may cost, in cents. A hundred dollars are 400,000 pesos. */
export const priceLimits = { least: 50, most: 100_000_000 };
