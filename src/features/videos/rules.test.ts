import { expect, it } from 'vitest';
import { mostSecondsADay, secondsToCount, secondsToCredit } from './rules.ts';

it('a view counts after three seconds, or half of a video shorter than six', () => {
  expect(secondsToCount(600)).toBe(3);
  expect(secondsToCount(6)).toBe(3);
  expect(secondsToCount(5)).toBe(2.5);
  expect(secondsToCount(1)).toBe(0.5);
});

it('a video of unknown length counts after three seconds', () => {
  expect(secondsToCount(null)).toBe(3);
});

it('learning time is whole seconds and never longer than the video', () => {
  expect(secondsToCredit(7.9, 60)).toBe(7);
  expect(secondsToCredit(61, 60)).toBe(60);
  expect(secondsToCredit(86_400, 9)).toBe(9);
});

it('one video gives at most ten minutes a day', () => {
  expect(secondsToCredit(5000, 7200)).toBe(mostSecondsADay);
  expect(secondsToCredit(5000, null)).toBe(mostSecondsADay);
});
