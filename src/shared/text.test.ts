import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanFoundLine, cleanFoundText, lineOfText, longText } from './text.ts';

it('cleanFoundText keeps a text that a person could have typed', () => {
  expect(cleanFoundLine('¿Qué tal, señor? 日本 🎈', 200)).toBe('¿Qué tal, señor? 日本 🎈');
  expect(cleanFoundText('Uno\r\nDos', 200)).toBe('Uno\nDos');
});

it('cleanFoundLine removes control characters, bidirectional overrides, floods of accents and lone surrogates', () => {
  expect(cleanFoundLine('a\u0000b\u202ec\n d', 200)).toBe('abc d');
  expect(cleanFoundLine('a \u0000 b', 200)).toBe('a b');
  expect(cleanFoundLine(`e${'\u0301'.repeat(40)}`, 200)).toBe(`e${'\u0301'.repeat(4)}`);
  expect(cleanFoundLine('\ud83c solo', 200)).toBe('solo');
});

it('cleanFoundText ends what it cuts in an ellipsis, and splits no character', () => {
  expect(cleanFoundText('Uno dos', 7)).toBe('Uno dos');
  expect(cleanFoundText('Uno dos', 5)).toBe('Uno…');
  expect(cleanFoundText('🎈🎈', 3)).toBe('🎈…');
  expect(cleanFoundText('a🎈🎈', 3)).toBe('a…');
});

it.each(['\u200b', '\u2060\u00ad', '\u200f', '\u061c', '\u3164', '\u2800', '\u0301', 'a\u0000'.slice(1)])(
  'a text of invisible characters alone is no text (%j)',
  (text) => {
    expect(lineOfText(20).safeParse(text).success).toBe(false);
    expect(longText(20).safeParse(`\n${text}\n`).success).toBe(false);
    expect(cleanFoundLine(text, 20)).toBe('');
  },
);

it('invisible characters within a text stay: joiners of emoji and of Persian words, marks of direction', () => {
  for (const text of ['👩‍🏫', 'می‌خواهم', '\u200eAna', '…', '¿?'])
    expect(lineOfText(20).parse(text)).toBe(text);
});

it('cleanFoundText turns any input into a text that a form would accept', () => {
  const line = lineOfText(20);
  const long = longText(50);
  fc.assert(
    fc.property(fc.string({ unit: fc.nat(0xffff).map((point) => String.fromCharCode(point)) }), (text) => {
      const cleaned = cleanFoundLine(text, 20);
      if (cleaned !== '') expect(line.parse(cleaned)).toBe(cleaned);
      const longer = cleanFoundText(text, 50);
      if (longer !== '') expect(long.parse(longer)).toBe(longer);
    }),
  );
});
