import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { deviceLocale, firstLocale, isLocale, type Locale } from '#shared/locales.ts';
import { storedText } from '../stored-text.ts';
import { setLocaleCookie } from './locale-cookie.ts';

const choice = storedText(() => localStorage, 'sumi.locale');

/**
 * The texts of a catalogue: one JSON file a feature and language beside the screens that show them, `shell` for the
 * frame.
 */
export type Texts = { [key: string]: string | Texts };

/** Fetches a catalogue in each language but Spanish. */
type Others = Partial<Record<Locale, () => Promise<{ default: Texts }>>>;

/** The catalogues that pages opened so far have brought, by namespace. */
const provided = new Map<string, Others>();

/** What the interface speaks, or is about to. */
let wanted: Locale = typeof window === 'undefined' ? firstLocale : chosenLocale();

/** The texts of the interface: `const { t } = useTranslation('classes')`. A namespace is a feature's name. */
i18next.use(initReactI18next).init({
  lng: firstLocale,
  fallbackLng: firstLocale,
  defaultNS: 'shell',
  resources: {},
  // React escapes what it shows.
  interpolation: { escapeValue: false },
  react: { useSuspense: false },
  initAsync: false,
});

/**
 * Called by the module of a catalogue or of a section of it, which the build has every file import that names it:
 * Spanish comes with the file, another language is fetched before the file runs. So no page is ever drawn before its
 * texts are here.
 * @public No file imports it by name: scripts/web-build/texts-by-page.ts writes the modules that do.
 */
export async function provideTexts(namespace: string, spanish: Texts, others: Others): Promise<void> {
  // By sections: those of other files stay.
  i18next.addResourceBundle(firstLocale, namespace, spanish, true);
  provided.set(namespace, others);
  // Without the texts of another language the page shows Spanish, which is better than no page.
  await fetchTexts(namespace, wanted).catch(() => {});
}

async function fetchTexts(namespace: string, locale: Locale): Promise<void> {
  if (i18next.hasResourceBundle(locale, namespace)) return;
  const texts = await provided.get(namespace)?.[locale]?.();
  if (texts) i18next.addResourceBundle(locale, namespace, texts.default);
}

i18next.on('languageChanged', (locale) => {
  if (typeof document !== 'undefined') document.documentElement.lang = locale;
});

/**
 * The language that was picked in this browser or belongs to the person who signed in here; otherwise the one that the
 * page is prerendered in, or the device's.
 */
export function chosenLocale(): Locale {
  const chosen = choice.read();
  const written = document.documentElement.lang;
  return [chosen, written].find(isLocale) ?? deviceLocale(navigator.languages);
}

/** Turns the interface to a language, fetching the texts of the open pages that are not here yet. */
export async function setLanguage(locale: Locale): Promise<void> {
  wanted = locale;
  await Promise.all([...provided.keys()].map((namespace) => fetchTexts(namespace, locale)));
  if (wanted === locale) await i18next.changeLanguage(locale);
}

/** Turns to a language and keeps it in this browser for the next visit. */
export async function chooseLocale(locale: Locale): Promise<void> {
  await setLanguage(locale);
  choice.keep(locale);
  setLocaleCookie();
}

export const i18n = i18next;
