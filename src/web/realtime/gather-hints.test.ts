import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { featureOf, gatherHints } from './gather-hints.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function gathered() {
  const acts: (string[] | 'all')[] = [];
  const hints = gatherHints(
    () => 300,
    (stale) => acts.push(stale === 'all' ? stale : [...stale]),
  );
  return { acts, hints };
}

test('a burst of hints is acted on once, each feature named once', () => {
  const { acts, hints } = gathered();
  for (const feature of ['coins', 'cup', 'coins', 'coins']) hints.hear({ feature });
  vi.advanceTimersByTime(299);
  expect(acts).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(acts).toEqual([['coins', 'cup']]);
});

test('a steady flow of hints does not postpone the invalidation', () => {
  const { acts, hints } = gathered();
  for (let heard = 0; heard < 10; heard += 1) {
    hints.hear({ feature: 'cup' });
    vi.advanceTimersByTime(100);
  }
  expect(acts.length).toBeGreaterThanOrEqual(3);
});

test('after a lost connection everything is invalidated once, in place of single hints', () => {
  const { acts, hints } = gathered();
  hints.hear({ feature: 'coins' });
  hints.hear('all');
  vi.runAllTimers();
  hints.hear({ feature: 'cup' });
  vi.runAllTimers();
  expect(acts).toEqual(['all', ['cup']]);
});

test('a stopped gatherHints invalidates nothing', () => {
  const { acts, hints } = gathered();
  hints.hear('all');
  hints.stop();
  vi.runAllTimers();
  expect(acts).toEqual([]);
});

test('the name of the feature is the part of a hint before the dot', () => {
  expect(featureOf('accounts.access-changed')).toBe('accounts');
});
