import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

/**
 * A word for a class right beside the title. Korean needs a noun between a title and a particle, and Chinese a verb for
 * what a teacher does: for a club as well, so neither may be the one of a class.
 */
const asClass = {
  ko: /\{\{title\}\}’(?:\([^)]*\))? 수업|새 수업|그날 수업|다른 수업/,
  zh: /你的课“|代?上“|来上|上课|上过的课|节课|其他课程/,
};

it.each([
  ['Korean', 'ko'],
  ['Chinese', 'zh'],
] as const)('no %s notice says that a club is a class', (_, locale) => {
  const words = JSON.parse(readFileSync(path.join(import.meta.dirname, `texts/${locale}.json`), 'utf8'));
  const told = Object.values<string>(words.kinds.classes);
  expect(told.length).toBeGreaterThan(30);
  expect(told.filter((text) => asClass[locale].test(text))).toEqual([]);
});
