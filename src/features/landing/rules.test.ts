import { expect, it } from 'vitest';
import { moreThan } from './rules.ts';

it.each([
  [0, 25],
  [25, 25],
  [30, 25],
  [31, 30],
  [68, 65],
])('of %i clubs a week the page says more than %i', (counted, said) => {
  expect(moreThan(counted, { atLeast: 25, step: 5 })).toBe(said);
});

it('fourteen languages are more than thirteen', () => {
  expect(moreThan(14, { atLeast: 10, step: 1 })).toBe(13);
});
