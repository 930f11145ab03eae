import { expect, it } from 'vitest';
import { readAmount } from './read-amount.ts';

it.each([
  ['1500', 150_000],
  ['1,500', 150_000],
  ['1.500', 150_000],
  ['1 500', 150_000],
  ['1,500.00', 150_000],
  ['1.500,00', 150_000],
  ['1’500.50', 150_050],
  ['1,234,567.8', 123_456_780],
  ['1.234.567,8', 123_456_780],
  ['12,50', 1250],
  ['12.50', 1250],
  ['12,5', 1250],
  ['12.', 1200],
  ['0,50', 50],
  ['0', 0],
])('readAmount reads %s as %i cents', (typed, cents) => {
  expect(readAmount(typed)).toBe(cents);
});

it.each(['', '.', ',5', 'doce', '1,5000', '1,50,000', '1.500,000', '0,500', '1..5', '-5', '12.345.6789'])(
  'readAmount takes %j for no amount',
  (typed) => {
    expect(readAmount(typed)).toBe(null);
  },
);
