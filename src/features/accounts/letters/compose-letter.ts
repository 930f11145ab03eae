import type { Locale } from '#shared/locales.ts';
import { frameLetter, helloTo, type LetterParts } from './frame-letter.ts';
import { type LetterName, letterTexts } from './letter-texts.ts';

/** Composes a letter as plain text and as HTML with a button. `to` is the name it greets. */
export function composeLetter({
  locale,
  name,
  link,
  to,
  fields = {},
  foot = [],
}: {
  locale: Locale;
  name: LetterName;
  link: string;
  to?: string;
  /** What stands in the words as `{{code}}`, by its name. */
  fields?: Readonly<Record<string, string>>;
  foot?: LetterParts['foot'];
}): { subject: string; text: string; html: string } {
  const texts = letterTexts[locale];
  const { button, ...words } = texts.letters[name];
  const { code } = fields;
  // The two halves of a code stay in one line.
  const inBody = code ? { ...fields, code: code.replace(' ', '\u00a0') } : fields;
  const fill = (words: string, given: typeof fields = inBody) =>
    words.replaceAll(/\{\{(\w+)\}\}/g, (_, field: string) => given[field] ?? '');
  return frameLetter({
    locale,
    subject: fill(words.subject, fields),
    preview: fill(words.text),
    before: [
      { heading: fill(words.subject) },
      helloTo(locale, to),
      fill(words.text),
      ...(code ? [{ code }] : []),
    ],
    button: { words: button, link },
    after: [fill(words.note)],
    foot,
  });
}
