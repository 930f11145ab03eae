// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unwelcome = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;

/**
 * What another service calls or says of a video, made into what a person could have typed here: without control
 * characters, bidirectional overrides, floods of accents and halves of letters, and no longer than `max`.
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

/** The same, in one line. */
export function cleanFoundLine(text: string, max: number): string {
  return cleanFoundText(text.replace(/\s+/g, ' '), max);
}
