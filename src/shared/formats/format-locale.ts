/**
 * Where a language alone does not say how numbers and hours are written: Spanish as in Mexico, Portuguese as in Brazil.
 */
const regions: Record<string, string> = { es: 'es-MX', pt: 'pt-BR' };

/** The locale that writes numbers and instants for an interface language. */
export function formatLocale(language: string): string {
  return regions[language] ?? language;
}
