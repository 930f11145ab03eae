import type { Plan } from '#features/memberships/contract.ts';

/** `$10 USD`: whole amounts without cents, and the currency always named, since many countries write `$`. */
export function priceLabel({ priceCents, currency }: Pick<Plan, 'priceCents' | 'currency'>): string {
  const amount = priceCents / 100;
  const shape = new Intl.NumberFormat('es-MX', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    trailingZeroDisplay: 'stripIfInteger',
  });
  return `${shape.format(amount)} ${currency}`;
}
