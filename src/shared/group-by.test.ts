import { expect, it } from 'vitest';
import { groupBy } from './group-by.ts';

it('groupBy keeps the order of its items, and of the groups by their first item', () => {
  const groups = groupBy([5, 2, 7, 4], (number) => (number % 2 === 0 ? 'even' : 'odd'));
  expect([...groups]).toEqual([
    ['odd', [5, 7]],
    ['even', [2, 4]],
  ]);
  expect([...groupBy([], String)]).toEqual([]);
});
