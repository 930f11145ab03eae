import { countryName } from '#shared/places/countries.ts';

/** The names of countries in a language and its alphabetical order. */
export function regionNames(codes: readonly string[], language: string): string[] {
  return codes.map((code) => countryName(code, language)).sort(new Intl.Collator(language).compare);
}
