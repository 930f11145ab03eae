import { Refusal } from '#shared/refusal.ts';
import { weakPassword } from '../contract.ts';
import { asHashed } from '../rules.ts';
import { isCommonPassword, isCommunityWord } from './common-passwords.ts';

/**
 * What is no text is the schema's or the library's to refuse. @throws Refusal `weak_password` with its reasons:
 * `length` (fewer than `minLength`), `common` (everywhere, or in this community).
 */
export function refuseWeakPassword(
  password: unknown,
  { minLength, appUrl }: { minLength: number; appUrl: string },
): void {
  if (typeof password !== 'string') return;
  const hashed = asHashed(password);
  const reasons = [
    ...(hashed.length < minLength ? ['length'] : []),
    ...(isCommonPassword(hashed) || isCommunityWord(hashed, appUrl) ? ['common'] : []),
  ];
  if (reasons.length > 0) throw new Refusal(weakPassword, { reasons, min: minLength });
}
