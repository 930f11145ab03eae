import { expect, it } from 'vitest';
import { findTestNames } from './find-test-names.ts';

const textsOf = (text: string) => findTestNames('src/one.test.ts', text).map((name) => name.text);

it('findTestNames finds a name behind a table that holds brackets and calls', () => {
  expect(textsOf("it.each([['(a)', () => run()]])('runs %s', () => {});")).toEqual(['runs %s']);
  expect(textsOf("test.for<Row<'a'>>([])('stops', () => {});")).toEqual(['stops']);
});

it('findTestNames takes no name out of a string, nor the table of each', () => {
  expect(textsOf("read(\"it('a', () => {});\"); it.each('ab')(nameOf(), () => {});")).toEqual([]);
});

it('findTestNames gives names as they are read, with what a template fills in', () => {
  const template = '`$' + '{place} closes`';
  expect(textsOf(`it('it\\'s one', run); it(${template}, run);`)).toEqual([
    "it's one",
    template.slice(1, -1),
  ]);
});

it('findTestNames says which names stand inside of describe', () => {
  const names = findTestNames(
    'src/one.test.ts',
    "describe('a seat', () => {\n  it('b', run);\n});\nit('c', run);",
  );
  expect(names.map(({ text, isInDescribe }) => [text, isInDescribe])).toEqual([
    ['a seat', false],
    ['b', true],
    ['c', false],
  ]);
});
