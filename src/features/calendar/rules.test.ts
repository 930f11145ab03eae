import { expect, it } from 'vitest';
import { eventIdOf, showsClass, waitAfter } from './rules.ts';

it('waits twice as long after each attempt, a quarter of an hour at most, and up to half of it less by chance', () => {
  expect([1, 2, 3, 7, 8, 100].map((attempts) => waitAfter(attempts, 0))).toEqual([
    10_000, 20_000, 40_000, 640_000, 900_000, 900_000,
  ]);
  expect(waitAfter(1, 1)).toBe(5000);
  expect(waitAfter(100, 0.5)).toBe(675_000);
});

it('an event that shows a class is known by its id, which Google takes', () => {
  const id = eventIdOf('019a0000-0000-7000-8000-00000000beef');
  expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
  expect(showsClass(id)).toBe(true);
  for (const other of ['event0198', 'sumi', `${id}0`, `x${id}`, id.toUpperCase()])
    expect(showsClass(other)).toBe(false);
});
