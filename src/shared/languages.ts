/**
 * The languages people learn here: one registry for every screen, filter and import.
 * `aliases` are the other spellings the product's own texts and its imports use.
 * `flag` is a country code of the flag package; Esperanto has a flag of its own.
 */
export type Language = {
  readonly code: LanguageCode;
  readonly key: string;
  readonly aliases: readonly string[];
  readonly spanishName: string;
  readonly flag: string;
};

export const languageCodes = [
  'en', 'es', 'fr', 'it', 'pt', 'de', 'zh', 'ko', 'ja', 'nah', 'ar', 'ru', 'hi', 'eo',
] as const; // biome-ignore format: one glance
export type LanguageCode = (typeof languageCodes)[number];

export const languages: readonly Language[] = [
  { code: 'en', key: 'english', aliases: ['ingles', 'inglés'], spanishName: 'Inglés', flag: 'US' },
  { code: 'es', key: 'spanish', aliases: ['espanol', 'español'], spanishName: 'Español', flag: 'MX' },
  { code: 'fr', key: 'french', aliases: ['frances', 'francés'], spanishName: 'Francés', flag: 'FR' },
  { code: 'it', key: 'italian', aliases: ['italiano'], spanishName: 'Italiano', flag: 'IT' },
  { code: 'pt', key: 'portuguese', aliases: ['portugues', 'portugués'], spanishName: 'Portugués', flag: 'BR' },
  { code: 'de', key: 'german', aliases: ['aleman', 'alemán'], spanishName: 'Alemán', flag: 'DE' },
  { code: 'zh', key: 'mandarin', aliases: ['chinese', 'chino', 'mandarín'], spanishName: 'Chino', flag: 'CN' },
  { code: 'ko', key: 'korean', aliases: ['coreano'], spanishName: 'Coreano', flag: 'KR' },
  { code: 'ja', key: 'japanese', aliases: ['japones', 'japonés'], spanishName: 'Japonés', flag: 'JP' },
  { code: 'nah', key: 'nahuatl', aliases: ['náhuatl'], spanishName: 'Náhuatl', flag: 'MX' },
  { code: 'ar', key: 'arabic', aliases: ['arabe', 'árabe'], spanishName: 'Árabe', flag: 'SA' },
  { code: 'ru', key: 'russian', aliases: ['ruso'], spanishName: 'Ruso', flag: 'RU' },
  { code: 'hi', key: 'hindi', aliases: [], spanishName: 'Hindi', flag: 'IN' },
  { code: 'eo', key: 'esperanto', aliases: [], spanishName: 'Esperanto', flag: 'EO' },
]; // biome-ignore format: a table

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
