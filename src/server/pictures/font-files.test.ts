import { openSync } from 'fontkit';
import { describe, expect, it } from 'vitest';
import { piecesByScript, piecesInOrder, runsLeftward, type Script, writablePieces } from '#shared/scripts.ts';
import { fontFiles } from './font-files.ts';

it('piecesByScript cuts a text where its script changes', () => {
  expect(piecesByScript('María Ñandú Łódź')).toEqual([{ text: 'María Ñandú Łódź', script: 'latin' }]);
  expect(piecesByScript('김민준 (Minjun)')).toEqual([
    { text: '김민준', script: 'korean' },
    { text: ' (Minjun)', script: 'latin' },
  ]);
  expect(piecesByScript('李小龍')).toEqual([{ text: '李小龍', script: 'chinese' }]);
  expect(piecesByScript('山田はな')).toEqual([{ text: '山田はな', script: 'chinese' }]);
  expect(piecesByScript('金민')).toEqual([
    { text: '金', script: 'chinese' },
    { text: '민', script: 'korean' },
  ]);
});

it('piecesByScript takes a letter and a combining accent for one letter', () => {
  expect(piecesByScript('Jose\u0301')).toEqual([{ text: 'José', script: 'latin' }]);
  expect(piecesByScript('\u1100\u1161')).toEqual([{ text: '가', script: 'korean' }]);
});

it('writablePieces leaves out the letters that no font has', () => {
  expect(writablePieces('Café 🎉 ไทย')).toEqual([{ text: 'Café  ', script: 'latin' }]);
});

describe('piecesInOrder', () => {
  const inOrder = (text: string, leftward?: boolean) =>
    piecesInOrder(text, leftward).map((piece) => piece.text);

  it('leaves a line without Arabic as it is written', () => {
    expect(inOrder('Club de ruso: Ёлка и чай')).toEqual(['Club de ruso: ', 'Ёлка', ' ', 'и', ' ', 'чай']);
    expect(inOrder('हिन्दी में García')).toEqual(['हिन्दी', ' ', 'में', ' García']);
  });

  it('sets the words of an Arabic line from right to left, its figures and Latin words from left to right', () => {
    expect(inOrder('نادي المحادثة')).toEqual(['المحادثة', ' ', 'نادي']);
    expect(inOrder('نادي (مبتدئ) ٢٠٢٦ Café Sumi')).toEqual([
      '2026',
      ' ',
      'Café',
      ' ',
      'Sumi',
      ' (',
      'مبتدئ',
      ') ',
      'نادي',
    ]);
  });

  it('turns round the Arabic words alone inside another line', () => {
    expect(inOrder('Club: نادي المحادثة, nivel 1')).toEqual([
      'Club',
      ': ',
      'المحادثة',
      ' ',
      'نادي',
      ', ',
      'nivel',
      ' ',
      '1',
    ]);
  });

  it('goes by the text that the line is a part of', () => {
    expect(runsLeftward('Club: نادي')).toBe(false);
    expect(runsLeftward('«نادي» Club')).toBe(true);
    expect(inOrder('نادي, nivel', false)).toEqual(['نادي', ', ', 'nivel']);
  });
});

it.each([
  ['latin', ['medium', 'heavy']],
  ['korean', ['korean']],
  ['chinese', ['chinese']],
  ['cyrillic', ['cyrillic-medium', 'cyrillic-heavy']],
  ['arabic', ['arabic-medium', 'arabic-heavy']],
  ['devanagari', ['devanagari-medium', 'devanagari-heavy']],
] as const)('piecesByScript gives %s only letters that its fonts have', (script, files) => {
  for (const file of files) expect(missingLetters(fontFiles[file], script)).toEqual([]);
});

function missingLetters(file: string, script: Script): string[] {
  const font = openSync(file);
  return Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code).normalize('NFC'))
    .filter((letter) => piecesByScript(letter)?.[0]?.script === script)
    .filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .map((letter) => (letter.codePointAt(0) ?? 0).toString(16));
}
