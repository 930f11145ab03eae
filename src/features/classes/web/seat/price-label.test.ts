import { expect, it } from 'vitest';
import { priceLabel } from './price-label.ts';

it('a price names its currency, and its cents only where there are some', () => {
  expect(priceLabel({ priceCents: 1000, currency: 'USD' })).toBe('$10 USD');
  expect(priceLabel({ priceCents: 1250, currency: 'USD' })).toBe('$12.50 USD');
  expect(priceLabel({ priceCents: 150_000, currency: 'MXN' })).toBe('$1,500 MXN');
});
