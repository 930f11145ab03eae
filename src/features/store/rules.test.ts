import { expect, it } from 'vitest';
import { canBeWritten, groupedCode, piecesOfName, plainCode } from './rules.ts';

it('a name is cut where its script changes', () => {
  expect(piecesOfName('María Ñandú Łódź')).toEqual([{ text: 'María Ñandú Łódź', script: 'latin' }]);
  expect(piecesOfName('김민준 (Minjun)')).toEqual([
    { text: '김민준', script: 'korean' },
    { text: ' (Minjun)', script: 'latin' },
  ]);
  expect(piecesOfName('李小龍')).toEqual([{ text: '李小龍', script: 'chinese' }]);
  expect(piecesOfName('山田はな')).toEqual([{ text: '山田はな', script: 'chinese' }]);
  expect(piecesOfName('金민')).toEqual([
    { text: '金', script: 'chinese' },
    { text: '민', script: 'korean' },
  ]);
});

it('letters and accents typed apart are one letter', () => {
  expect(piecesOfName('Jose\u0301')).toEqual([{ text: 'José', script: 'latin' }]);
  expect(piecesOfName('\u1100\u1161')).toEqual([{ text: '가', script: 'korean' }]);
});

it.each(['Анна', 'أحمد', 'आर्या', 'Ana 🎉', '𠮷田'])('%s has to be written in other letters', (name) => {
  expect(canBeWritten(name)).toBe(false);
});

it('a code is read however it is typed', () => {
  expect(groupedCode('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM');
  expect(plainCode(' abcd-efgh jklm')).toBe('ABCDEFGHJKLM');
});
