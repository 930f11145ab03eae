import { useSyncExternalStore } from 'react';
import { firstLocale } from '#shared/locales.ts';
import { memoizeBy } from '#shared/memoize-by.ts';
import type { Texts } from './i18n.ts';

/*
 * What pages use of i18next and react-i18next, under the names of those packages: the build gives the browser this file
 * in place of both (vite.config.ts, decisions/0045). The server and the tests have the packages, whose types hold for
 * both; texts-in-browser.test.ts compares what the two say.
 */

type Options = Readonly<Record<string, unknown>>;
type Translate = (key: string | readonly string[], options?: Options) => string;

const catalogues = new Map<string, Texts>();
const spoken = new Set<string>();
const listeners = new Set<(language: string) => void>();
const rulesOf = memoizeBy((language: string) => new Intl.PluralRules(language));

const placeOf = (language: string, namespace: string) => `${language}/${namespace}`;

function find(language: string, namespace: string, key: string): string | undefined {
  let found: Texts | string | undefined = catalogues.get(placeOf(language, namespace));
  for (const part of key.split('.')) found = typeof found === 'object' ? found[part] : undefined;
  return typeof found === 'string' ? found : undefined;
}

/** The form that a language has for a number, as `_one` of `left_one`, what is best first. */
function formsFor(count: unknown, language: string): string[] {
  if (typeof count !== 'number') return [''];
  return [...(count === 0 ? ['_zero'] : []), `_${rulesOf(language).select(count)}`, '', '_other'];
}

function textOf(key: string, namespaces: readonly string[], language: string, count: unknown) {
  for (const namespace of namespaces)
    for (const each of new Set([language, firstLocale]))
      for (const form of formsFor(count, each)) {
        const text = find(each, namespace, key + form);
        if (text !== undefined) return text;
      }
  return undefined;
}

/** What is not given stays a gap, as in `{{n}}`. */
const filled = (text: string, values: Options) =>
  text.replace(/{{(.+?)}}/g, (gap, name: string) => {
    const isGiven = name.trim() in values;
    return isGiven ? `${values[name.trim()] ?? ''}` : gap;
  });

/**
 * The text of the first key that has one; its default otherwise, or the key itself. A key may begin with a namespace.
 */
function translate(keys: string | readonly string[], options: Options, own: string, language: string) {
  let missing = '';
  for (const full of [keys].flat()) {
    const [key = '', prefix] = full.split(':').reverse();
    const namespaces = [prefix ?? options.ns ?? own].flat() as string[];
    const text = textOf(key, namespaces, language, options.count);
    if (text !== undefined) return filled(text, options);
    missing = key;
  }
  return filled(`${options.defaultValue ?? missing}`, options);
}

const i18n = {
  language: firstLocale as string,
  resolvedLanguage: firstLocale as string,
  t: ((key, options = {}) => translate(key, options, 'shell', i18n.language)) as Translate,
  use: () => ({ init() {} }),
  on: (_: 'languageChanged', listener: (language: string) => void) => void listeners.add(listener),
  /** Adds sections to a catalogue, and texts to a section of which a part is there. */
  addResourceBundle(language: string, namespace: string, texts: Texts) {
    const place = placeOf(language, namespace);
    spoken.add(language);
    catalogues.set(place, withTexts(catalogues.get(place) ?? {}, texts));
  },
  hasResourceBundle: (language: string, namespace: string) => catalogues.has(placeOf(language, namespace)),
  async changeLanguage(language: string) {
    i18n.language = language;
    i18n.resolvedLanguage = spoken.has(language) ? language : firstLocale;
    for (const tell of listeners) tell(language);
  },
};

export default i18n;

function withTexts(texts: Texts, more: Texts): Texts {
  const all = { ...texts };
  for (const [key, text] of Object.entries(more)) {
    const before = all[key];
    all[key] = typeof before === 'object' && typeof text === 'object' ? withTexts(before, text) : text;
  }
  return all;
}

/** The plugin of i18next by which the other package is told of it. */
export const initReactI18next = {};

/** One for each namespace and language, so that it changes with the language alone. */
const translatorOf = memoizeBy(
  (namespace: string, language: string): Translate =>
    (key, options = {}) =>
      translate(key, options, namespace, language),
);

const languageNow = () => i18n.language;

function onChange(tell: () => void) {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}

/** Draws a component again when the language changes. Keys without a namespace belong to the first of several. */
export function useTranslation(namespaces: string | readonly [string, ...string[]] = 'shell') {
  const language = useSyncExternalStore(onChange, languageNow, languageNow);
  const namespace = typeof namespaces === 'string' ? namespaces : namespaces[0];
  return { t: translatorOf(namespace, language), i18n };
}
