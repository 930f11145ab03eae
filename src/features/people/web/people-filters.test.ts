import { expect, it } from 'vitest';
import { filtersIn } from './people-filters.ts';

it('filtersIn reads the filters of an address and leaves out what is none', () => {
  const address = new URLSearchParams('q=ana+ruiz&role=teacher&tier=gold&banned=only&person=1&ageGroup=');
  expect(filtersIn(address)).toEqual({ q: 'ana ruiz', role: 'teacher', banned: 'only' });
});
