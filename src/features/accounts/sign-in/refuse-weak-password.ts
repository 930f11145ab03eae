import { Refusal } from '#shared/refusal.ts';
import { weakPassword } from '../contract.ts';
import { isCommonPassword } from './common-passwords.ts';

/** What is no text is the schema's or the library's to refuse. @throws Refusal `weak_password` with its reasons: `length` (fewer than `minLength`), `common`. */
export function refuseWeakPassword(password: unknown, minLength: number): void {
  if (typeof password !== 'string') return;
  const reasons = [
    ...(password.length < minLength ? ['length'] : []),
    ...(isCommonPassword(password) ? ['common'] : []),
  ];
  if (reasons.length > 0) throw new Refusal(weakPassword, { reasons, min: minLength });
}
