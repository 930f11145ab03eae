import { capitalised } from './capitalised.ts';
import { findLanguage, type LanguageCode } from './languages.ts';
import { memoizeBy } from './memoize-by.ts';

/**
 * A language's name in the reader's language: `languageName('ko', 'es')` is 'Coreano'. Takes any spelling the
 * registry knows; what it does not know comes back as it is.
 */
export function languageName(spelling: string, locale: string): string {
  const language = findLanguage(spelling);
  if (!language) return spelling;
  if (locale.startsWith('es')) return language.spanishName;
  return capitalised(nameOf(language.code, locale) ?? language.key, locale);
}

/** A language's name inside a sentence: most languages write it small there, as Spanish does `coreano`. */
export function languageInSentence(code: LanguageCode, locale: string): string {
  return nameOf(code, locale) ?? languageName(code, locale);
}

const namesIn = memoizeBy(
  (locale: string) => new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }),
);

/** Undefined where the browser has no name for it, as for Nahuatl. */
function nameOf(code: LanguageCode, locale: string): string | undefined {
  return namesIn(locale).of(code);
}
