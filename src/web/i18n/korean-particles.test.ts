import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import type { Texts } from './i18n.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Both shapes of a particle, as in `이(가)`: a form to be filled in by hand, not a sentence. */
const bothShapes = /[이가을를은는과와]\([이가을를은는과와]\)|\([으이]\)/u;

/**
 * One shape of a particle right after a gap. The last sound of the filling decides which shape is right: `사과를`,
 * but `책을`. Coins are filled in as `스미코인 5개` and a percentage ends with its sign, so their last sound is known.
 */
const afterGap =
  /\{\{(?!(?:coins|percent)\})\w+\}\}[’”]?(?:이|가|을|를|은|는|과|와|으로|로|이에요|예요|이라|라고|이며)(?=[\s.,:!?]|$)/u;

it('the Korean texts put a noun between a gap and a particle that depends on the filling', () => {
  const wrong = globSync('**/ko.json', { cwd: root }).flatMap((file) =>
    textsOf(JSON.parse(readFileSync(path.join(root, file), 'utf8')))
      .filter((text) => bothShapes.test(text) || afterGap.test(text))
      .map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

it('the Korean texts put no word for a class after the title of what may be a club', () => {
  const wrong = globSync('**/ko.json', { cwd: root }).flatMap((file) =>
    textsOf(JSON.parse(readFileSync(path.join(root, file), 'utf8'))).filter((text) =>
      /\{\{(?:title|because)\}\}[’*](?:\([^)]*\))? 수업/u.test(text),
    ),
  );
  expect(wrong).toEqual([]);
});

it.each([
  '{{name}}을 찾았어요',
  '‘{{title}}’은 끝났어요',
  '{{name}}이(가) 왔어요',
  '{{email}}(으)로 보냈어요',
])('the search for Korean particles finds the one in “%s”', (text) => {
  expect(bothShapes.test(text) || afterGap.test(text)).toBe(true);
});

function textsOf(texts: Texts): string[] {
  return Object.values(texts).flatMap((text) => (typeof text === 'string' ? [text] : textsOf(text)));
}
