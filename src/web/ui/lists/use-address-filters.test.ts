import { expect, it } from 'vitest';
import { withFilter } from './use-address-filters.ts';

it('withFilter sets one filter of an address and keeps the others', () => {
  const address = new URLSearchParams('q=ana&role=teacher');
  expect(withFilter(address, 'role', 'admin').toString()).toBe('q=ana&role=admin');
  expect(withFilter(address, 'q', '').toString()).toBe('role=teacher');
  expect(address.toString()).toBe('q=ana&role=teacher');
});
