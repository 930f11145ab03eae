import { expect, it } from 'vitest';
import { moreThan } from './rules.ts';

it.each([
  [0, null],
  [25, null],
  [26, 25],
  [30, 25],
  [31, 30],
  [68, 65],
])('moreThan turns %i clubs a week into a claim of more than %s', (counted, expected) => {
  expect(moreThan(counted, { atLeast: 25, step: 5 })).toBe(expected);
});

it('moreThan turns fourteen languages into a claim of more than thirteen, and ten into none', () => {
  expect(moreThan(14, { atLeast: 10, step: 1 })).toBe(13);
  expect(moreThan(10, { atLeast: 10, step: 1 })).toBeNull();
});
