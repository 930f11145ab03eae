import { expect, test } from 'vitest';
import { waitBeforeRestart } from './wait-before-restart.ts';

test('a database that keeps dying is restarted at once, at most five times a minute', () => {
  const earlier: number[] = [];
  for (const now of [1_000, 1_100, 1_200, 1_300, 51_000]) {
    expect(waitBeforeRestart(earlier, false, now)).toBe(0);
    earlier.push(now);
  }
  expect(waitBeforeRestart(earlier, false, 51_001)).toBe(9_999);
  earlier.push(61_000);
  expect(waitBeforeRestart(earlier, false, 61_000)).toBe(100);
  expect(waitBeforeRestart(earlier, false, 200_000)).toBe(0);
});

test('the start of a database that cannot start is retried every twelve seconds', () => {
  expect(waitBeforeRestart([1_000], true, 1_500)).toBe(11_500);
  expect(waitBeforeRestart([1_000, 13_000, 25_000, 37_000, 49_000], true, 49_500)).toBe(11_500);
  expect(waitBeforeRestart([1_000], true, 20_000)).toBe(0);
});
