import { asHashed } from '../rules.ts';

export type Strength = 0 | 1 | 2 | 3 | 4;

/**
 * How hard a password is to guess, from 0 (empty) to 4. A rough measure that encourages; the server decides. Length
 * counts most, kinds of characters help, repetition does not.
 */
export function passwordStrength(typed: string): Strength {
  const password = asHashed(typed);
  if (password.length === 0) return 0;
  const different = new Set(password).size;
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u].filter((kind) =>
    kind.test(password),
  ).length;
  const score = Math.min(password.length, different * 2) + kinds * 2;
  if (score < 12) return 1;
  if (score < 16) return 2;
  return score < 21 ? 3 : 4;
}
