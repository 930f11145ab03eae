// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression removes them
const unwelcome = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/**
 * Cleans a text of another service so that a form of Sumi would accept it: no control characters, no bidirectional
 * overrides, no floods of accents, no lone surrogates, at most `max` characters.
 */
export function cleanFoundText(text: string, max: number): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(unwelcome, '')
    .replace(/(\p{M}{4})\p{M}+/gu, '$1')
    .trim()
    .slice(0, max)
    .replace(/\p{Surrogate}/gu, '')
    .trim();
}

/** As cleanFoundText, in one line. */
export function cleanFoundLine(text: string, max: number): string {
  return cleanFoundText(text.replace(/\s+/g, ' '), max);
}
