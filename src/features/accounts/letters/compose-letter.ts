import type { Locale } from '#shared/locales.ts';
import { frameLetter, helloTo } from './frame-letter.ts';
import { type LetterName, letterTexts } from './letter-texts.ts';

/** Composes a letter as plain text and as HTML with a button. `to` is the name it greets. */
export function composeLetter({
  locale,
  name,
  link,
  to,
  fields = {},
}: {
  locale: Locale;
  name: LetterName;
  link: string;
  to?: string;
  /** What stands in the words as `{{code}}`, by its name. */
  fields?: Readonly<Record<string, string>>;
}): { subject: string; text: string; html: string } {
  const texts = letterTexts[locale];
  const { button, ...words } = texts.letters[name];
  const [subject, text, note] = [words.subject, words.text, words.note].map((words) =>
    words.replaceAll(/\{\{(\w+)\}\}/g, (_, field: string) => fields[field] ?? ''),
  ) as [string, string, string];
  const { code } = fields;
  return frameLetter({
    locale,
    subject,
    preview: text,
    before: [{ heading: subject }, helloTo(locale, to), text, ...(code ? [{ code }] : [])],
    button: { words: button, link },
    after: [note],
  });
}
