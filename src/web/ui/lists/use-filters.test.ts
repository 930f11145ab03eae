import { expect, it } from 'vitest';
import { z } from 'zod';
import { filtersIn, withFilter } from './use-filters.ts';

it('withFilter sets one filter of an address and keeps the others', () => {
  const address = new URLSearchParams('search=ana&role=teacher');
  expect(withFilter(address, 'role', 'admin').toString()).toBe('search=ana&role=admin');
  expect(withFilter(address, 'search', '').toString()).toBe('role=teacher');
  expect(address.toString()).toBe('search=ana&role=teacher');
});

it('filtersIn reads what words, a schema or a function accept and leaves out the rest of an address', () => {
  const accepted = {
    ...z.object({ search: z.string().trim().max(5).optional(), page: z.coerce.number().int().optional() })
      .shape,
    role: ['student', 'teacher'],
    season: (written: string) => (written === 'May' ? '2026-05' : undefined),
  } as const;
  const read = (address: string) => filtersIn(accepted, new URLSearchParams(address));
  const all = { search: 'ana', page: 2, role: 'teacher', season: '2026-05' };
  expect(read('search=+ana+&page=2&role=teacher&season=May&person=1')).toEqual(all);
  expect(read('search=anabel&page=two&role=owner&season=June')).toEqual({});
  expect(read('search=&role=&season=')).toEqual({});
});
