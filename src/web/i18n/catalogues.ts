import { firstLocale, type Locale, locales } from '#shared/locales.ts';

/**
 * The texts, one JSON file a feature and language beside the screens that show them, `shell` for the frame.
 * Spanish comes with the application; another language is fetched when somebody chooses it.
 */
export type Texts = { [key: string]: string | Texts };

const spanish = import.meta.glob<Texts>(['../texts/es.json', '../../features/*/web/texts/es.json'], {
  eager: true,
  import: 'default',
});

const others = import.meta.glob<Texts>(
  ['../texts/*.json', '../../features/*/web/texts/*.json', '!**/es.json'],
  { import: 'default' },
);

/** `../../features/classes/web/texts/en.json` is namespace `classes` in `en`. */
function placeOf(file: string): { namespace: string; locale: string } {
  return {
    namespace: /features\/([^/]+)\//.exec(file)?.[1] ?? 'shell',
    locale: /([^/]+)\.json$/.exec(file)?.[1] ?? '',
  };
}

export const spanishTexts: Record<string, Texts> = Object.fromEntries(
  Object.entries(spanish).map(([file, texts]) => [placeOf(file).namespace, texts]),
);

/** Only the languages whose frame is translated are offered. */
export const offeredLocales = locales.filter(
  ({ code }) => code === firstLocale || `../texts/${code}.json` in others,
);

/** Fetches every catalogue of a language: `[namespace, texts]` pairs. */
export async function fetchTexts(locale: Locale): Promise<(readonly [string, Texts])[]> {
  const files = Object.entries(others).filter(([file]) => placeOf(file).locale === locale);
  return Promise.all(
    files.map(async ([file, fetchFile]) => [placeOf(file).namespace, await fetchFile()] as const),
  );
}
