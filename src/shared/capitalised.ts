/** The words with a large first letter, as the language writes it. */
export function capitalised(words: string, language: string): string {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}
