import { openSync } from 'fontkit';
import { expect, it } from 'vitest';
import { piecesByScript, type Script, writablePieces } from '#shared/scripts.ts';
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
  expect(writablePieces('Café 🎉 Анна')).toEqual([{ text: 'Café  ', script: 'latin' }]);
});

it.each(['latin', 'korean', 'chinese'] as const)(
  'piecesByScript gives %s only letters that its font has',
  (script) => {
    const files = { latin: ['medium', 'heavy'], korean: ['korean'], chinese: ['chinese'] } as const;
    for (const file of files[script]) expect(missingLetters(fontFiles[file], script)).toEqual([]);
  },
);

function missingLetters(file: string, script: Script): string[] {
  const font = openSync(file);
  return Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code).normalize('NFC'))
    .filter((letter) => piecesByScript(letter)?.[0]?.script === script)
    .filter((letter) => !font.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
    .map((letter) => (letter.codePointAt(0) ?? 0).toString(16));
}
