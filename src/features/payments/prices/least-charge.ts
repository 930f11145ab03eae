import { type Currency, priceLimits } from '#shared/formats/currencies.ts';
import { Refusal } from '#shared/refusal.ts';
import { paymentRefusals } from '../contract.ts';

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

/**
 * Refuses a price, in cents, for which no student could pay by card.
 * @throws Refusal belowLeast
 */
export function refuseBelowLeast(priceCents: number, currency: string): void {
  const least = leastChargeIn(currency);
  if (priceCents < least) throw new Refusal(paymentRefusals.belowLeast, { least: least / 100, currency });
}
