import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { firstLocale, isLocale, locales } from '#shared/locales.ts';
import type { Texts } from './i18n.ts';

const root = path.resolve(import.meta.dirname, '../..');
const places = ['web', 'features/*/web'];

/** Keys that are put together in a way the scan below cannot read, and where that happens. */
const builtKeys = [
  { namespace: 'landing', key: /^(clubs|challenge)\.benefits\.[^.]+\.(title|text)$/ }, // benefit-list.tsx
  { namespace: 'accounts', key: /^auth\.(welcome|registered)\.(title|text)$/ }, // auth-page.tsx
  { namespace: 'notifications', key: /^(roles|ageGroups|languages)\.[a-z]+$/ }, // notice-fillings.ts
  { namespace: 'notifications', key: /^kinds\.[a-z]+\.[a-z-]+$/ }, // use-notice-words.ts
];

/** Codes that no contract of ours declares: those of `call.ts` for a server that was not reached, and Better Auth's. */
const codesOfOthers = [
  'offline',
  'slow',
  'INVALID_EMAIL_OR_PASSWORD',
  'INVALID_EMAIL',
  'INVALID_PASSWORD',
  'INVALID_BACKUP_CODE',
  'INVALID_TWO_FACTOR_COOKIE',
  'PASSWORD_TOO_SHORT',
  'PASSWORD_TOO_LONG',
  'SESSION_EXPIRED',
  'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE',
  'USER_ALREADY_EXISTS',
];

/** These have `many` for whole millions alone, where i18next makes do with `other`. */
const millionsOnly = ['es', 'fr', 'pt'];

/** What each language does not write: a text with it stands in the wrong file. */
const foreign: Record<string, RegExp> = {
  es: /[ãõçèùœßäöàâêô]|(?<!\p{L})(não|você|uma|foi|des|une|pas|pour|the|with|und|nicht)(?!\p{L})/iu,
  en: /[ãõñçèùœßäöêô¿¡]|(?<!\p{L})(não|você|que|des|une|pas|pour|und|nicht)(?!\p{L})/iu,
  pt: /[ñèùœßäöëïîû¿¡]|[ld]’|(?<!\p{L})(impossible|les|une|pour|una|the|with|und|nicht)(?!\p{L})/iu,
  fr: /[ãõñáóúßäö¿¡]|(?<!\p{L})(uma|foi|com|los|una|the|with|und|nicht)(?!\p{L})/iu,
  de: /[ãõñçèùœ¿¡]|(?<!\p{L})(uma|foi|com|una|the|with|les|une|pour)(?!\p{L})/iu,
  ko: /\p{Script=Han}|^\p{Script=Latin}+[ ’]\p{Script=Latin}+ [^가-힣]*$/u,
  zh: /\p{Script=Hangul}|^\p{Script=Latin}+[ ’]\p{Script=Latin}+ [^\p{Script=Han}]*$/u,
};

type Catalogue = { namespace: string; locale: string; texts: Map<string, string> };

const catalogues: Catalogue[] = places
  .flatMap((place) => globSync(`${place}/texts/*.json`, { cwd: root }))
  .map((file) => ({
    namespace: namespaceOf(file),
    locale: path.basename(file, '.json'),
    texts: new Map(flat(JSON.parse(readFileSync(path.join(root, file), 'utf8')))),
  }));
const spanish = new Map(
  catalogues.filter(({ locale }) => locale === firstLocale).map((each) => [each.namespace, each.texts]),
);

describe('the catalogues', () => {
  it('exist only for languages of the interface', () => {
    expect(catalogues.filter(({ locale }) => !isLocale(locale))).toEqual([]);
  });

  it.each(locales.map(({ code }) => code))('of %s leave no feature out', (code) => {
    const there = catalogues.filter(({ locale }) => locale === code).map(({ namespace }) => namespace);
    expect(there.sort()).toEqual([...spanish.keys()].sort());
  });

  it.each(locales.map(({ code }) => code))('of %s have the texts of the Spanish ones', (code) => {
    const wrong = catalogues
      .filter(({ locale }) => locale === code)
      .flatMap(({ namespace, texts }) => {
        const { needed, optional } = keysIn(code, spanish.get(namespace) ?? new Map());
        return [
          ...needed.filter((key) => !texts.has(key)).map((key) => `${namespace}: ${key} is missing`),
          ...[...texts.keys()]
            .filter((key) => !needed.includes(key) && !optional.includes(key))
            .map((key) => `${namespace}: ${key} is not in Spanish`),
          ...[...texts].filter(([, text]) => text === '').map(([key]) => `${namespace}: ${key} is empty`),
        ];
      });
    expect(wrong).toEqual([]);
  });

  it.each(locales.map(({ code }) => code))('of %s are in that language', (code) => {
    const wrong = catalogues
      .filter(({ locale }) => locale === code)
      .flatMap(({ namespace, texts }) =>
        [...texts]
          .filter(([, text]) => foreign[code]!.test(text.replace(/{{.*?}}/g, '')))
          .map(([key, text]) => `${namespace}: ${key} is “${text}”`),
      );
    expect(wrong).toEqual([]);
  });

  it.each(locales.map(({ code }) => code))('of %s fill in what the Spanish ones fill in', (code) => {
    const wrong = catalogues
      .filter(({ locale }) => locale === code)
      .flatMap(({ namespace, texts }) =>
        [...texts].flatMap(([key, text]) => {
          const inSpanish = spanish.get(namespace);
          const model = inSpanish?.get(key) ?? inSpanish?.get(`${withoutForm(key)}_other`);
          if (model === undefined || gaps(text) === gaps(model)) return [];
          return `${namespace}: ${key} has ${gaps(text) || 'nothing'}, not ${gaps(model) || 'nothing'}`;
        }),
      );
    expect(wrong).toEqual([]);
  });
});

describe('the code', () => {
  const sources = places
    .flatMap((place) => globSync(`${place}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, code: read(file) }));
  const mentions = sources.flatMap(({ file, code }) =>
    keysNamedIn(code).flatMap((name) => placesOf(name, file, code)),
  );
  const refusals = globSync('{shared,server,features}/**/*.ts', { cwd: root })
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => [...read(file).matchAll(/\bcode: '([a-z-]+\/[a-z-]+|[a-z]+(?:_[a-z]+)+|[A-Z_]+)'/g)])
    .map(([, code]) => code!.replace('/', '.'));

  it('shows every text there is', () => {
    const unused = [...spanish].flatMap(([namespace, texts]) =>
      [...new Set([...texts.keys()].map(withoutForm))]
        .filter((key) => !isUsed(namespace, key))
        .map((key) => `${namespace}: ${key}`),
    );
    expect(unused).toEqual([]);
  });

  it('has one text for every refusal, where its screens look for it', () => {
    const wrong = refusals.filter((code) => {
      const [feature, reason] = code.split('.');
      const places = [...spanish]
        .filter(([, texts]) => texts.has(`refusals.${code}`))
        .map(([place]) => place);
      // Codes without a feature are the sign-in's.
      const expected = reason === undefined ? ['accounts'] : [feature, 'shell'];
      return places.length !== 1 || !expected.includes(places[0]);
    });
    expect([...new Set(wrong)]).toEqual([]);
    expect(refusals.length).toBeGreaterThan(90);
  });

  function isUsed(namespace: string, key: string): boolean {
    if (key.startsWith('refusals.')) {
      return [...refusals, ...codesOfOthers].includes(key.slice('refusals.'.length));
    }
    return [...builtKeys, ...mentions].some((use) => use.namespace === namespace && use.key.test(key));
  }
});

function namespaceOf(file: string): string {
  return /^features\/([^/]+)\//.exec(file)?.[1] ?? 'shell';
}

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  );
}

/** `seats.left_one` is a form of `seats.left`. */
function withoutForm(key: string): string {
  return key.replace(/_(zero|one|two|few|many|other)$/, '');
}

/** The keys a language has for these Spanish ones: each as it is, or in the forms its own numbers take. */
function keysIn(locale: string, texts: Map<string, string>): { needed: string[]; optional: string[] } {
  const forms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const spare = millionsOnly.includes(locale) ? ['many'] : [];
  const counted = [...texts.keys()].filter((key) => key.endsWith('_other')).map(withoutForm);
  const plain = [...texts.keys()].filter((key) => !counted.includes(withoutForm(key)));
  // i18next takes `zero` for 0 in any language.
  const zeros = [...texts.keys()].filter((key) => key.endsWith('_zero'));
  const needed = forms.filter((form) => !spare.includes(form));
  return {
    needed: [...new Set([...plain, ...zeros, ...inForms(counted, needed)])],
    optional: inForms(counted, spare),
  };
}

function inForms(keys: string[], forms: readonly string[]): string[] {
  return keys.flatMap((key) => forms.map((form) => `${key}_${form}`));
}

/** What a text leaves open: `{{month}} {{n}}`. */
function gaps(text: string): string {
  return [...new Set(text.match(/{{.*?}}/g))].sort().join(' ');
}

/** A source without its comments, whose examples are no use of a text. */
function read(file: string): string {
  const code = readFileSync(path.join(root, file), 'utf8');
  return code.replace(/(?<=^|\s)\/\*.*?\*\//gms, '').replace(/^\s*\/\/.*$/gm, '');
}

/**
 * Whatever may be the key of a text: literals with a dot and templates that begin with a word and a dot wherever
 * they are (many keys wait in a list), words without a dot only as what `t()` is asked for.
 */
function keysNamedIn(code: string): string[] {
  const dotted = code.matchAll(/['"`]((?:[a-z]+:)?[\w-]+\.(?:[\w.-]|\$\{[^`{}]*\})+)['"`]/g);
  const asked = [...code.matchAll(/\bt\(([^,)]*)/g)].flatMap(([, first]) => [
    ...first!.matchAll(/'([^']+)'/g),
  ]);
  return [...dotted, ...asked].map(([, name]) => name!);
}

/** The keys that a name may stand for: in the file's own namespace, those it names, or the name's own (`shell:`). */
function placesOf(name: string, file: string, code: string): { namespace: string; key: RegExp }[] {
  const [, prefix, rest = ''] = /^(?:([a-z]+):)?(.*)$/s.exec(name) ?? [];
  const key = new RegExp(`^${rest.replaceAll('.', '\\.').replace(/\$\{[^{}]*\}/g, '[^.]+')}$`);
  const namespaces = [...spanish.keys()].filter((each) =>
    prefix ? each === prefix : each === namespaceOf(file) || code.includes(`'${each}'`),
  );
  return namespaces.map((namespace) => ({ namespace, key }));
}
