import { expect, it } from 'vitest';
import { Bookmark } from './bookmark.ts';

it('asks for what was skipped until it turns up', () => {
  const bookmark = new Bookmark(0, 0);
  bookmark.turn([1, 4], 0);
  expect(bookmark.newest).toBe(4);
  expect(bookmark.missing(0)).toEqual([2, 3]);
  bookmark.turn([3, 5], 0);
  expect(bookmark.newest).toBe(5);
  expect(bookmark.missing(0)).toEqual([2]);
});

it('gives up what was undone', () => {
  const bookmark = new Bookmark(0, 0);
  bookmark.turn([3], 1000);
  expect(bookmark.missing(100_000)).toEqual([1, 2]);
  expect(bookmark.missing(122_000)).toEqual([]);
});

it('waits for what was under way when it began', () => {
  const bookmark = new Bookmark(500, 0);
  expect(bookmark.missing(0)).toContain(499);
  expect(bookmark.missing(0)).not.toContain(500);
  expect(bookmark.missing(0).length).toBeLessThanOrEqual(100);
});

it('a leap of a million ids does not fill the memory', () => {
  const bookmark = new Bookmark(0, 0);
  bookmark.turn([1, 1_000_000], 0);
  expect(bookmark.newest).toBe(1_000_000);
  expect(bookmark.missing(0).length).toBeLessThanOrEqual(1000);
  expect(bookmark.missing(0)).toContain(999_999);
});
