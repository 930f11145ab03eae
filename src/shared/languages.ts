/**
 * The languages people learn here: one registry for every screen, filter and import.
 * `aliases` are the other spellings the product's own texts and its imports use.
 * `flag` is a country code of the flag package; Esperanto has a flag of its own.
 * `colour` marks a class of this language in calendars (a Mantine colour name and shade).
 */
export type Language = {
  readonly code: LanguageCode;
  readonly key: string;
  readonly aliases: readonly string[];
  readonly spanishName: string;
  readonly flag: string;
  readonly colour: string;
};

export const languageCodes = [
  'en', 'es', 'fr', 'it', 'pt', 'de', 'zh', 'ko', 'ja', 'nah', 'ar', 'ru', 'hi', 'eo',
] as const; // biome-ignore format: one glance
export type LanguageCode = (typeof languageCodes)[number];

export const languages: readonly Language[] = [
  { code: 'en', key: 'english', aliases: ['ingles', 'inglés'], spanishName: 'Inglés', flag: 'US', colour: '#3b6fd4' },
  { code: 'es', key: 'spanish', aliases: ['espanol', 'español'], spanishName: 'Español', flag: 'MX', colour: '#d4503b' },
  { code: 'fr', key: 'french', aliases: ['frances', 'francés'], spanishName: 'Francés', flag: 'FR', colour: '#5b5bd6' },
  { code: 'it', key: 'italian', aliases: ['italiano'], spanishName: 'Italiano', flag: 'IT', colour: '#2f9461' },
  { code: 'pt', key: 'portuguese', aliases: ['portugues', 'portugués'], spanishName: 'Portugués', flag: 'BR', colour: '#1f8a70' },
  { code: 'de', key: 'german', aliases: ['aleman', 'alemán'], spanishName: 'Alemán', flag: 'DE', colour: '#b8860b' },
  { code: 'zh', key: 'mandarin', aliases: ['chinese', 'chino', 'mandarín'], spanishName: 'Chino', flag: 'CN', colour: '#c2372e' },
  { code: 'ko', key: 'korean', aliases: ['coreano'], spanishName: 'Coreano', flag: 'KR', colour: '#7a4fc0' },
  { code: 'ja', key: 'japanese', aliases: ['japones', 'japonés'], spanishName: 'Japonés', flag: 'JP', colour: '#c73866' },
  { code: 'nah', key: 'nahuatl', aliases: ['náhuatl'], spanishName: 'Náhuatl', flag: 'MX', colour: '#8a6d1d' },
  { code: 'ar', key: 'arabic', aliases: ['arabe', 'árabe'], spanishName: 'Árabe', flag: 'SA', colour: '#1d7a4a' },
  { code: 'ru', key: 'russian', aliases: ['ruso'], spanishName: 'Ruso', flag: 'RU', colour: '#4263a8' },
  { code: 'hi', key: 'hindi', aliases: [], spanishName: 'Hindi', flag: 'IN', colour: '#c96a12' },
  { code: 'eo', key: 'esperanto', aliases: [], spanishName: 'Esperanto', flag: 'EO', colour: '#3c8c3c' },
]; // biome-ignore format: a table

/** A class in no known language. */
export const neutralColour = '#64748b';

const bySpelling = new Map(
  languages.flatMap((language) =>
    [language.code, language.key, language.spanishName.toLowerCase(), ...language.aliases].map(
      (spelling) => [spelling, language] as const,
    ),
  ),
);

/** Finds a language by its code, key, Spanish name or alias, in any case; undefined when unknown. */
export function findLanguage(spelling: string): Language | undefined {
  return bySpelling.get(spelling.trim().toLowerCase());
}
