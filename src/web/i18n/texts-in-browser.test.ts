import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createInstance } from 'i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import { firstLocale, localeCodes } from '#shared/locales.ts';
import type { Texts } from './i18n.ts';
import inBrowser from './texts-in-browser.ts';

const root = path.resolve(import.meta.dirname, '../..');
const catalogues = ['web', 'features/*/web'].flatMap((place) =>
  globSync(`${place}/texts/*.json`, { cwd: root }).map((file) => ({
    namespace: /^features\/([^/]+)\//.exec(file)?.[1] ?? 'shell',
    locale: path.basename(file, '.json'),
    texts: JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Texts,
  })),
);
/** Also those that a language's rules tell apart: Spanish and French have a form for whole millions. */
const counts = [0, 1, 2, 5, 11, 1.5, 1_000_000];

const packages = createInstance();
beforeAll(async () => {
  await packages.init({
    lng: firstLocale,
    fallbackLng: firstLocale,
    defaultNS: 'shell',
    resources: {},
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  for (const { namespace, locale, texts } of catalogues) {
    packages.addResourceBundle(locale, namespace, texts);
    inBrowser.addResourceBundle(locale, namespace, texts);
  }
});

const keysOf = (texts: Texts, before = ''): string[] =>
  Object.entries(texts).flatMap(([key, text]) =>
    typeof text === 'string' ? [before + key] : keysOf(text, `${before}${key}.`),
  );

/** What both say to the same call, in the language that both were turned to. */
function both(key: string | string[], options: Record<string, unknown>): [string, string] {
  return [inBrowser.t(key, options), String(packages.t(key as never, options as never))];
}

describe.each(localeCodes)('in %s the browser’s texts', (locale) => {
  beforeAll(async () => {
    await packages.changeLanguage(locale);
    await inBrowser.changeLanguage(locale);
  });

  it('are those of i18next for every key of every catalogue, with what fills them in', () => {
    const differing = catalogues
      .filter(({ locale }) => locale === firstLocale)
      .flatMap(({ namespace, texts }) => {
        const fillings = Object.fromEntries(
          [...JSON.stringify(texts).matchAll(/{{\s*(\w+)\s*}}/g)].map(([, name], at) => [name, `«${at}»`]),
        );
        return keysOf(texts).flatMap((full) => {
          const key = full.replace(/_(zero|one|two|few|many|other)$/, '');
          const calls = full.endsWith('_other')
            ? counts.map((count) => ({ ...fillings, count }))
            : [fillings];
          return calls.flatMap((options) => {
            const [ours, theirs] = both(key, { ...options, ns: namespace });
            return ours === theirs ? [] : [`${namespace}:${key}: ${ours} / ${theirs}`];
          });
        });
      });
    expect(differing).toEqual([]);
  });

  it.each([
    ['coins:types.purchase', {}],
    ['types.purchase', { ns: ['shell', 'coins'] }],
    ['refusals.coins.too-few', { ns: ['coins', 'shell'], defaultValue: 'coins/too-few' }],
    ['refusals.nothing', { ns: ['coins', 'shell'], defaultValue: 'Only {{n}}', n: 3 }],
    ['nothing.at.all', {}],
    ['nothing', { ns: 'coins', defaultValue: '' }],
    ['menu', {}],
    [['nothing.at.all', 'loading'], {}],
    ['nothing', { count: 2, defaultValue: 'two' }],
    ['nothing', { defaultValue: '{{n}}{{name}}', name: undefined, n: null }],
  ] as const)('are those of i18next for t(%j, %j)', (key, options) => {
    const [ours, theirs] = both(key as string | string[], options);
    // i18next says in English that a section is no text.
    expect(ours).toBe(theirs.startsWith("key '") ? key : theirs);
  });
});

it('the browser’s texts turn to Spanish where those of another language did not come', async () => {
  await inBrowser.changeLanguage('ja');
  expect(inBrowser.resolvedLanguage).toBe('es');
  expect(inBrowser.t('loading')).toBe('Cargando...');
});

it('the browser’s texts never read what a person typed as a text to fill in', () => {
  expect(inBrowser.t('nothing', { defaultValue: '{{name}}', name: '{{n}} $t(loading)', n: 1 })).toBe(
    '{{n}} $t(loading)',
  );
});

it('pages ask i18next for nothing that the browser’s texts do not have', () => {
  const sources = globSync(['web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}'], { cwd: root })
    .filter((file) => !/\.test\.|landing\/web|texts-in-browser/.test(file))
    .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }));
  const wrong = sources.filter(({ code }) =>
    /\b(Trans|I18nextProvider|withTranslation)\b.*'react-i18next'|keyPrefix:|returnObjects|\bcontext: '|\blng:\s*'|getFixedT/.test(
      code,
    ),
  );
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

it.each<[string, Texts[]]>([
  ['before', [{ part: { one: '1', two: '2' } }, { part: { two: '2' } }]],
  ['after', [{ part: { two: '2' } }, { part: { one: '1', two: '2' } }]],
])(
  'a part of a section that the browser is given %s the whole section takes nothing of it away',
  (order, given) => {
    for (const texts of given) inBrowser.addResourceBundle('es', order, texts);
    expect(inBrowser.t(`${order}:part.one`)).toBe('1');
    expect(inBrowser.t(`${order}:part.two`)).toBe('2');
  },
);
