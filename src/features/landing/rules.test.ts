import { expect, it } from 'vitest';
import { moreThan } from './rules.ts';

it.each([
  [0, 25],
  [25, 25],
  [30, 25],
  [31, 30],
  [68, 65],
])('moreThan turns %i clubs a week into a claim of more than %i', (counted, said) => {
  expect(moreThan(counted, { atLeast: 25, step: 5 })).toBe(said);
});

it('moreThan turns fourteen languages into a claim of more than thirteen', () => {
  expect(moreThan(14, { atLeast: 10, step: 1 })).toBe(13);
});
