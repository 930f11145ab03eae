import { expect, it } from 'vitest';
import { EventCursor } from './event-cursor.ts';

it('an event cursor returns a skipped id until that id is read', () => {
  const cursor = new EventCursor(0, 0);
  cursor.advance([1, 4], 0);
  expect(cursor.newest).toBe(4);
  expect(cursor.gaps(0)).toEqual([2, 3]);
  cursor.advance([3, 5], 0);
  expect(cursor.newest).toBe(5);
  expect(cursor.gaps(0)).toEqual([2]);
});

it('an event cursor drops a skipped id after two minutes, because its transaction was rolled back', () => {
  const cursor = new EventCursor(0, 0);
  cursor.advance([3], 1000);
  expect(cursor.gaps(100_000)).toEqual([1, 2]);
  expect(cursor.gaps(122_000)).toEqual([]);
});

it('an event cursor also returns ids just before its start, whose transactions may still commit', () => {
  const cursor = new EventCursor(500, 0);
  expect(cursor.gaps(0)).toContain(499);
  expect(cursor.gaps(0)).not.toContain(500);
  expect(cursor.gaps(0).length).toBeLessThanOrEqual(100);
});

it('an event cursor still returns the id of a slow transaction after a dozen members burnt all they may', () => {
  const cursor = new EventCursor(0, 0);
  for (let id = 2; id < 15_000; id += 3) cursor.advance([id, id + 1], 1000);
  expect(cursor.gaps(1000)).toContain(1);
});

it('an event cursor remembers at most twenty thousand skipped ids after a jump of a million', () => {
  const cursor = new EventCursor(0, 0);
  cursor.advance([1, 1_000_000], 0);
  expect(cursor.newest).toBe(1_000_000);
  expect(cursor.gaps(0).length).toBeLessThanOrEqual(20_000);
  expect(cursor.gaps(0)).toContain(999_999);
});
