import { describe, expect, it } from 'vitest';
import type { Locale } from '#shared/locales.ts';
import { composeLetter } from './compose-letter.ts';
import { type LetterName, letterTexts } from './letter-texts.ts';

const names = Object.keys(letterTexts.es.letters) as LetterName[];

describe.each(Object.keys(letterTexts) as Locale[])('in %s', (locale) => {
  it('composeLetter has texts for every letter, and greets by name', () => {
    expect(Object.keys(letterTexts[locale].letters)).toEqual(names);
    for (const name of names) {
      const { subject, text, html } = composeLetter({
        locale,
        name,
        link: 'https://sumi.example/auth',
        to: 'Ana',
      });
      expect(subject.length).toBeGreaterThan(3);
      expect(text).toContain('Ana');
      expect(text).toContain('https://sumi.example/auth');
      expect(html).toContain('href="https://sumi.example/auth"');
      expect(`${subject}${text}${html}`).not.toMatch(/\{\{|undefined/);
    }
  });
});

it('composeLetter escapes a name, whatever it contains', () => {
  const to = '$& <img src=x onerror="alert(1)"> & {{name}}';
  const { text, html } = composeLetter({
    locale: 'es',
    name: 'reset-password',
    link: 'https://x.example',
    to,
  });
  expect(text).toContain(`Hola, ${to}:`);
  expect(html).not.toContain('<img');
});

it('composeLetter breaks no line within a code, whose subject and box can be copied as they are', () => {
  const { subject, text, html } = composeLetter({
    locale: 'de',
    name: 'sign-in',
    link: 'https://x.example',
    fields: { code: '482 913' },
  });
  expect(subject).toContain('482 913');
  expect(text).toContain('\n482 913\n');
  const [, heading] = /<h1[^>]*>([^<]*)</.exec(html) ?? [];
  expect(heading).toContain('482\u00a0913');
  expect(html).toContain('Gib den Code 482\u00a0913 dort ein');
});
