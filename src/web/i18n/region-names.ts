/** The names of countries, from their two-letter codes, in a language and its alphabetical order. */
export function regionNames(codes: readonly string[], language: string): string[] {
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return codes.map((code) => names.of(code) ?? code).sort(new Intl.Collator(language).compare);
}
