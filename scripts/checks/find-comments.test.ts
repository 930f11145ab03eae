import { expect, it } from 'vitest';
import { findComments } from './find-comments.ts';

const textsOf = (file: string, text: string) => findComments(file, text).map((comment) => comment.text);

it('findComments finds a comment behind a regular expression with a quote', () => {
  const text = "const quote = /['\"`]/;\n// A reason.\nconst other = /'/;";
  expect(findComments('src/one.ts', text)).toEqual([{ text: '// A reason.', index: text.indexOf('// A') }]);
});

it('findComments finds a comment behind an apostrophe in JSX', () => {
  expect(textsOf('src/one.tsx', "const one = <p>It's</p>; // A person's reason.")).toEqual([
    "// A person's reason.",
  ]);
});

it('findComments takes no part of a string, a template or a regular expression for a comment', () => {
  expect(textsOf('src/one.ts', "read('// a', `/* b */`, /https?:\\/\\//.test(given));")).toEqual([]);
  expect(textsOf('src/one.css', "a { content: '/* a */'; } @import 'https://a';")).toEqual([]);
  expect(textsOf('migrations/0001-server.sql', "select '-- a';")).toEqual([]);
});

it('findComments makes one comment of lines that follow each other', () => {
  const text = "// One claim\n// on two lines.\nconst one = 1; /* Another. */\n// A third.\nconst two = '';";
  expect(textsOf('src/one.ts', text)).toEqual([
    '// One claim\n// on two lines.',
    '/* Another. */',
    '// A third.',
  ]);
});
