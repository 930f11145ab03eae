import { expect, it } from 'vitest';
import { waitBeforeRetry } from './wait-before-retry.ts';

const backOff = { firstMs: 10_000, longestMs: 900_000 };

it.each([
  { attempts: 1, chance: 0, wait: 10_000 },
  { attempts: 2, chance: 0, wait: 20_000 },
  { attempts: 3, chance: 0, wait: 40_000 },
  { attempts: 7, chance: 0, wait: 640_000 },
  { attempts: 8, chance: 0, wait: 900_000 },
  { attempts: 5000, chance: 0, wait: 900_000 },
  { attempts: 1, chance: 1, wait: 5000 },
  { attempts: 2, chance: 0.5, wait: 15_000 },
  { attempts: 5000, chance: 0.5, wait: 675_000 },
])(
  'waitBeforeRetry waits $wait ms after $attempts attempts where chance is $chance',
  ({ wait, ...given }) => {
    expect(waitBeforeRetry(given.attempts, backOff, given.chance)).toBe(wait);
  },
);

it('waitBeforeRetry draws another chance each time, within half of the wait', () => {
  const waits = Array.from({ length: 200 }, () => waitBeforeRetry(2, backOff));
  expect(new Set(waits).size).toBeGreaterThan(100);
  expect(Math.min(...waits)).toBeGreaterThanOrEqual(10_000);
  expect(Math.max(...waits)).toBeLessThanOrEqual(20_000);
});
