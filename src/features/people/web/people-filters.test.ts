import { expect, it } from 'vitest';
import { filtersIn, saying } from './people-filters.ts';

it('reads the filters of an address and leaves out what is none', () => {
  const address = new URLSearchParams('q=ana+ruiz&role=teacher&tier=gold&banned=only&person=1&ageGroup=');
  expect(filtersIn(address)).toEqual({ q: 'ana ruiz', role: 'teacher', banned: 'only' });
});

it('says one thing otherwise and keeps the rest', () => {
  const address = new URLSearchParams('q=ana&role=teacher');
  expect(saying(address, 'role', 'admin').toString()).toBe('q=ana&role=admin');
  expect(saying(address, 'q', '').toString()).toBe('role=teacher');
  expect(address.toString()).toBe('q=ana&role=teacher');
});
