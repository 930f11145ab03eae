/** The languages of the interface and of letters, each under its own name. */
export const locales = [
  { code: 'es', name: 'Español' },
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
  { code: 'pt', name: 'Português' },
  { code: 'de', name: 'Deutsch' },
  { code: 'ko', name: '한국어' },
  { code: 'zh', name: '中文' },
] as const;

export type Locale = (typeof locales)[number]['code'];

export const localeCodes = locales.map(({ code }) => code);

/** What a text is written in first, and what stands in for one that is missing. */
export const firstLocale: Locale = 'es';

/** The first of these languages (`pt-BR`, `de`) that the interface has, Spanish otherwise. */
export function deviceLocale(languages: readonly string[]): Locale {
  return languages.map((language) => language.slice(0, 2)).find(isLocale) ?? firstLocale;
}

export function isLocale(code: string | null | undefined): code is Locale {
  return locales.some((locale) => locale.code === code);
}
