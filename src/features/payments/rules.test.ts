import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookAgainAt, splitOwed, teacherShareOf, voucherFits } from './rules.ts';

describe('the shares of a paid seat', () => {
  it('add up to the price, and the teacher has the floor of 70 %', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000_000 }), (price) => {
        const share = teacherShareOf(price);
        return Number.isInteger(share) && share * 10 <= price * 7 && (share + 1) * 10 > price * 7;
      }),
    );
    expect([0, 1, 2, 3, 10, 99, 299, 300].map(teacherShareOf)).toEqual([0, 0, 1, 2, 7, 69, 209, 210]);
  });
});

it.each([
  ['nothing was paid out', 1000, 300, { given: 700, coming: 300 }],
  ['a payout went beyond the classes that were given', 200, 300, { given: 0, coming: 200 }],
  ['refunds came after the payout', -50, 300, { given: -50, coming: 0 }],
])('splitOwed tells classes to be given apart where %s', (_where, owedCents, comingCents, split) => {
  expect(splitOwed({ owedCents, comingCents })).toEqual(split);
});

it('a provider that sends no webhook is read again soon, and then at most half an hour apart', () => {
  const begun = new Date(0);
  const minutes = [0, 2, 4, 8, 16, 32, 5000].map(
    (lasted) => lookAgainAt(begun, new Date(lasted * 60_000)).getTime() / 60_000 - lasted,
  );
  expect(minutes).toEqual([2, 2, 4, 8, 16, 30, 30]);
});

it('voucherFits only while a voucher can be paid and reported before the class', () => {
  const now = new Date('2026-11-20T10:00:00Z');
  expect(voucherFits(new Date('2026-11-24T10:00:00Z'), now)).toBe(false);
  expect(voucherFits(new Date('2026-11-24T10:00:01Z'), now)).toBe(true);
});
