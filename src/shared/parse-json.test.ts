import { expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';

it('parseJson answers what a text says, null included', () => {
  expect(['{"a":[1]}', '"a"', 'null', ' 2 '].map(parseJson)).toEqual([{ a: [1] }, 'a', null, 2]);
});

it('parseJson answers undefined for a text that is no JSON', () => {
  expect(['', '{"a":', '<!doctype html>', 'undefined'].map(parseJson)).toEqual(Array(4).fill(undefined));
});
