import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it.each([
  ['/'],
  ['/classes/01a2157d-edf5-7813-be7a-feeb5fd9ac0e'],
  ['/classes?class=01a2157d-edf5-7813-be7a-feeb5fd9ac0e&rate=1'],
  ['/#clubes'],
  ['/quiz/plan?from=https://evil.example/'],
])('ownPath answers the path of a page of the product: %s', (path) => {
  expect(ownPath(path)).toBe(path);
});

it('ownPath answers a path as a browser would show it', () => {
  expect(ownPath('/classes/../store?a=ñ')).toBe('/store?a=%C3%B1');
});

it.each([
  ['https://evil.example/'],
  ['//evil.example/'],
  ['/\\evil.example/'],
  ['\\\\evil.example/'],
  ['/\t/evil.example/'],
  ['/\n/evil.example/'],
  ['\t//evil.example/'],
  [' //evil.example/'],
  ['/\u0000/evil.example/'],
  ['/.//evil.example/'],
  ['/..//evil.example/'],
  ['/classes/..//evil.example/'],
  ['/classes/%2e%2e//evil.example/'],
  ['javascript:alert(1)'],
  ['data:text/html,x'],
  ['classes'],
  ['@evil.example'],
  ['.evil.example'],
  [''],
  [`/${'a'.repeat(300)}`],
  [undefined],
  [null],
  [7],
  [['/classes']],
])('ownPath answers null for what could lead to another site, and for what is no path: %j', (value) => {
  expect(ownPath(value)).toBeNull();
});
