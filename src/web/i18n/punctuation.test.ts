import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { firstLocale } from '#shared/locales.ts';
import type { Texts } from './i18n.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** The mark at the end of a text. Quotation marks and brackets after it do not count. */
const lastMark = /(?:\.\.\.|…+|[.。!！?？:：;；,，、])(?=[\s”’»"')）」』]*$)/u;
const inLatin: Record<string, string> = {
  '。': '.',
  '！': '!',
  '？': '?',
  '：': ':',
  '；': ';',
  '，': ',',
  '、': ',',
  '……': '...',
  '…': '...',
};

/** Texts that end otherwise than in Spanish, in some languages, and why. */
const otherwise: { texts: RegExp; locales: string[] }[] = [
  // Each language greets in its own way.
  { texts: /^accounts\/mail-texts (hello|helloAnybody)$/, locales: ['en', 'de', 'fr', 'pt', 'ko'] },
  // Korean ends no item of a list with a semicolon.
  { texts: /^accounts\/web\/texts guardian\.(live|ranking)$/, locales: ['ko'] },
  // The point belongs to an abbreviation or an ordinal.
  { texts: /^classes\/web\/texts form\.minutes$/, locales: ['de'] },
  { texts: /^profiles\/web\/texts dashboard\.stats\.(hours|minutes)$/, locales: ['de'] },
  { texts: /^cup\/web\/texts line\.(position|rank)$/, locales: ['en', 'de'] },
  // Half of a heading, whose halves Chinese parts with a comma.
  { texts: /^landing\/web\/texts hero\.titleBefore$/, locales: ['zh'] },
  // The Spanish one ends with an address that is cut short.
  { texts: /^videos\/web\/texts refusals\.videos\.handle-needs-key$/, locales: ['ko', 'zh'] },
];

const catalogues = globSync('**/*.json', { cwd: root })
  .filter((file) => /[/-]texts\/[a-z]{2}\.json$/.test(file))
  .map((file) => ({
    place: path.dirname(file).replace(/^features\//, ''),
    locale: path.basename(file, '.json'),
    texts: flat(JSON.parse(readFileSync(path.join(root, file), 'utf8'))),
  }));
const spanish = catalogues.filter(({ locale }) => locale === firstLocale);

it('the texts of every language end with the mark with which the Spanish ones end', () => {
  expect(spanish.length).toBeGreaterThan(20);
  const wrong = catalogues.flatMap(({ place, locale, texts }) => {
    const inSpanish = new Map(spanish.find((each) => each.place === place)?.texts);
    return texts
      .filter(([key, text]) => {
        const other = inSpanish.get(key);
        return other !== undefined && markOf(other) !== markOf(text);
      })
      .filter(
        ([key]) =>
          !otherwise.some((each) => each.locales.includes(locale) && each.texts.test(`${place} ${key}`)),
      )
      .map(([key, text]) => `${locale}, ${place} ${key}: ${text}`);
  });
  expect(wrong).toEqual([]);
});

it('the Spanish texts close each question and each exclamation that they open, and open each that they close', () => {
  const wrong = spanish.flatMap(({ place, texts }) =>
    texts
      .filter(([, text]) => {
        const marks = text.replaceAll(/https?:\S+/g, '').replaceAll(/[^¿?¡!]/g, '');
        return !/^(?:¿\?|¡!|¿¡!\?|¡¿\?!)*$/.test(marks);
      })
      .map(([key, text]) => `${place} ${key}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

it('the French texts keep a line from beginning with a mark that stands after a space, or ending with «', () => {
  const wrong = catalogues
    .filter(({ locale }) => locale === 'fr')
    .flatMap(({ place, texts }) =>
      texts
        // A text message knows no space but the plain one: another would cost it half of its length.
        .filter(([key, text]) => key !== 'sms' && / [:;?!»%]|« /u.test(text))
        .map(([key, text]) => `${place} ${key}: ${text}`),
    );
  expect(wrong).toEqual([]);
});

it.each([
  ['Listo.', '.'],
  ['完成了。', '.'],
  ['（好了！）', '!'],
  ['Cargando...', '...'],
  ['正在加载……', '...'],
  ['Mis clases', ''],
])('the mark at the end of “%s” is “%s”', (text, mark) => {
  expect(markOf(text)).toBe(mark);
});

function markOf(text: string): string {
  const [mark = ''] = lastMark.exec(text) ?? [];
  return inLatin[mark] ?? mark;
}

function flat(texts: Texts, before = ''): [key: string, text: string][] {
  return Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [[`${before}${name}`, text]] : flat(text, `${before}${name}.`),
  );
}
