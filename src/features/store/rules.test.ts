import { expect, it } from 'vitest';
import { canBeWritten, certificateDay, groupedCode, isNewSince, nextGoal, plainCode } from './rules.ts';

it.each(['أحمد', 'आर्या', 'Ana 🎉', '𠮷田'])('no font has all letters of %s', (name) => {
  expect(canBeWritten(name)).toBe(false);
});

it('a typed code is normalised: case, spaces and hyphens are ignored', () => {
  expect(groupedCode('ABCDEFGHJKLM')).toBe('ABCD-EFGH-JKLM');
  expect(plainCode(' abcd-efgh jklm')).toBe('ABCDEFGHJKLM');
});

it('the day of a certificate is that in Mexico City', () => {
  expect(certificateDay('2026-11-21T00:30:00.000Z', 'es')).toBe('20 de noviembre de 2026');
  expect(certificateDay('2026-11-21T06:00:00.000Z', 'en')).toBe('November 21, 2026');
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
