import { findLanguage } from '#shared/languages.ts';

/**
 * A language's name in the reader's language: `languageName('ko', 'es')` is 'Coreano'. Takes any spelling the
 * registry knows; what it does not know comes back as it is.
 */
export function languageName(spelling: string, locale: string): string {
  const language = findLanguage(spelling);
  if (!language) return spelling;
  if (locale.startsWith('es')) return language.spanishName;
  // Two-letter codes and Nahuatl, which browsers may not have a name for.
  const name = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' }).of(language.code);
  return capitalised(name ?? language.key, locale);
}

function capitalised(name: string, locale: string): string {
  return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
}
