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

export function isLocale(code: string | null | undefined): code is Locale {
  return locales.some((locale) => locale.code === code);
}
