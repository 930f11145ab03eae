import { expect, test } from 'vitest';
import { passwordStrength } from './password-strength.ts';

test('an empty password has no strength, and a common one is weak', () => {
  expect(passwordStrength('')).toBe(0);
  for (const common of ['123456', 'password', 'qwerty', 'aaaaaaaaaaaaaaaaaaaa']) {
    expect(passwordStrength(common), common).toBe(1);
  }
});

test('a phrase is stronger than a short complicated password', () => {
  expect(passwordStrength('caballo volador en Quito 7')).toBe(4);
  expect(passwordStrength('caballo volador en Quito 7')).toBeGreaterThan(passwordStrength('Tr0ub4&'));
});

test('a password in wide letters is as strong as the same in narrow ones, which it is hashed as', () => {
  expect(passwordStrength('aａbｂcｃdｄaａbｂcｃdｄ')).toBe(passwordStrength('aabbccddaabbccdd'));
});
