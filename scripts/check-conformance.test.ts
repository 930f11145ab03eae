import { expect, it } from 'vitest';
import { findConformanceFaults } from './check-conformance.ts';

const tests =
  "describe('the store', () => { it('sells once', sell); it.each([1])('sells %i items', sell); });";
const faultsOf = (row: string) =>
  findConformanceFaults(
    new Map([
      ['docs/conformance.md', row],
      ['src/features/store/buy-item.ts', ''],
      ['src/features/store/buy-item.test.ts', tests],
    ]),
  );

it('check:conformance accepts a path and a title that exist, and a title with a gap', () => {
  const row = '| Store | `store/buy-item.ts` | `buy-item.test.ts` "sells once", "sells … items" | stands |';
  expect(faultsOf(row)).toEqual([]);
});

it('check:conformance reports a title that no test of the file has', () => {
  const row = '| Store | `store/buy-item.ts` | `store/buy-item.test.ts` "sells twice" | stands |';
  expect(faultsOf(row)).toEqual([
    'docs/conformance.md:1: src/features/store/buy-item.test.ts has no test "sells twice"',
  ]);
});

it('check:conformance reports a path that is no file', () => {
  expect(faultsOf('| Store | `store/sell-item.ts` | | stands |')).toEqual([
    'docs/conformance.md:1: no file store/sell-item.ts',
  ]);
});
