import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { firstLocale, isLocale, type Locale } from '#shared/locales.ts';
import { storedText } from '../stored-text.ts';
import { fetchTexts, offeredLocales, spanishTexts } from './catalogues.ts';

const choice = storedText(() => localStorage, 'sumi.locale');

/**
 * The texts of the interface: `const { t } = useTranslation('classes')`. A namespace is a feature's name.
 * Every visit starts in Spanish, as the pages are written out ahead, and turns to the chosen language at once.
 */
i18next.use(initReactI18next).init({
  lng: firstLocale,
  fallbackLng: firstLocale,
  ns: Object.keys(spanishTexts),
  defaultNS: 'shell',
  resources: { [firstLocale]: spanishTexts },
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

i18next.on('languageChanged', (locale) => {
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
});

/** The language this browser chose before, Spanish otherwise. */
export function chosenLocale(): Locale {
  const chosen = choice.read();
  const offered = offeredLocales.some(({ code }) => code === chosen);
  return offered && isLocale(chosen) ? chosen : firstLocale;
}

/** Turns the interface to a language, fetching its texts where they are not here yet. */
export async function speak(locale: Locale): Promise<void> {
  if (locale !== firstLocale && !i18next.hasResourceBundle(locale, 'shell')) {
    for (const [namespace, texts] of await fetchTexts(locale)) {
      i18next.addResourceBundle(locale, namespace, texts);
    }
  }
  await i18next.changeLanguage(locale);
}

/** Turns to a language and keeps it for the next visit. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await speak(locale);
  choice.keep(locale);
}

export const i18n = i18next;
