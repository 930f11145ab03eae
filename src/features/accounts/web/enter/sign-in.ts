import { call } from '#web/api/call.ts';
import { beginPasskeySignIn } from '../../contract.ts';
import { askAuth } from '../ask-auth.ts';
import { emitSessionEvent } from '../session/session-events.ts';

type SignInAnswer = { twoFactorRedirect?: boolean };

/**
 * Starts a session in this browser, or answers `code` when the account wants a code as well (`proveSecondFactor`).
 * @throws CallError, `INVALID_EMAIL_OR_PASSWORD` above all.
 */
export async function signIn(credentials: { email: string; password: string }): Promise<'in' | 'code'> {
  return nextOf((await askAuth('POST /sign-in/email', credentials)) as SignInAnswer);
}

/** The link of a letter that signs in, or its code. */
export type LetterProof = { token: string } | { letter: string; code: string };

/** Starts a session by a letter, as `signIn` does. @throws CallError, `accounts/letter-code-wrong` above all. */
export async function signInByLetter(proof: LetterProof): Promise<'in' | 'code'> {
  return nextOf((await askAuth('POST /sign-in/letter', proof)) as SignInAnswer);
}

/** The code of a text message, under the number of the request for it. */
export type PhoneProof = { sms: string; code: string };

/** Starts a session by a text message, as `signIn` does. @throws CallError, `accounts/letter-code-wrong` above all. */
export async function signInByPhone(proof: PhoneProof): Promise<'in' | 'code'> {
  return nextOf((await askAuth('POST /sign-in/phone', proof)) as SignInAnswer);
}

/** Starts a session by a passkey of one of the owner's devices, as `signIn` does. @throws CallError, DeviceRefused */
export async function signInByPasskey(): Promise<'in' | 'code'> {
  // Most people sign in without one, so it is loaded when it is wanted.
  const [{ provePasskey }, asked] = await Promise.all([
    import('../passkeys/passkey-on-device.ts'),
    call(beginPasskeySignIn, { body: {} }),
  ]);
  return nextOf((await askAuth('POST /sign-in/passkey', await provePasskey(asked))) as SignInAnswer);
}

function nextOf({ twoFactorRedirect }: SignInAnswer): 'in' | 'code' {
  if (twoFactorRedirect) return 'code';
  emitSessionEvent('SIGNED_IN');
  return 'in';
}

/** A code of the app, or one of the backup codes. */
export type SecondFactorCode = { code: string; backup: boolean };

/** Ends a sign-in that wanted a code. @throws CallError, `INVALID_CODE` above all. */
export async function proveSecondFactor({ code, backup }: SecondFactorCode): Promise<void> {
  if (backup) await askAuth('POST /two-factor/verify-backup-code', { code: code.trim() });
  else await askAuth('POST /two-factor/verify-totp', { code: code.replaceAll(/\s/g, '') });
  emitSessionEvent('MFA_CHALLENGE_VERIFIED');
  emitSessionEvent('SIGNED_IN');
}
