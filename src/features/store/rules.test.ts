import { expect, it } from 'vitest';
import { canBeWritten, groupedCode, isNewSince, nextGoal, piecesOfName, plainCode } from './rules.ts';

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

it('a letter and a combining accent are one letter', () => {
  expect(piecesOfName('Jose\u0301')).toEqual([{ text: 'José', script: 'latin' }]);
  expect(piecesOfName('\u1100\u1161')).toEqual([{ text: '가', script: 'korean' }]);
});

it.each(['Анна', 'أحمد', 'आर्या', 'Ana 🎉', '𠮷田'])('no font has all letters of %s', (name) => {
  expect(canBeWritten(name)).toBe(false);
});

it('a typed code is normalised: case, spaces and hyphens are ignored', () => {
  expect(groupedCode('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM');
  expect(plainCode(' abcd-efgh jklm')).toBe('ABCDEFGHJKLM');
});

it('an item counts as new for thirty days after it was put into the store', () => {
  const since = new Date('2026-11-01T12:00:00Z');
  expect(isNewSince(since, new Date('2026-12-01T11:59:59Z'))).toBe(true);
  expect(isNewSince(since, new Date('2026-12-01T12:00:00Z'))).toBe(false);
  expect(isNewSince(null, since)).toBe(false);
});

it('the next goal is the cheapest item that the balance does not pay', () => {
  const items = [{ price: 500 }, { price: 100 }, { price: 300 }];
  expect(nextGoal(items, 50)).toEqual({ price: 100 });
  expect(nextGoal(items, 100)).toEqual({ price: 300 });
  expect(nextGoal(items, 500)).toBeNull();
  expect(nextGoal([], 0)).toBeNull();
});
