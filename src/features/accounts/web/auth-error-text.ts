import { CallError } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { weakPassword } from '../contract.ts';

/** What to tell the person about a sign-in flow that failed: the library's codes in plain words. */
export function authErrorText(error: unknown): string {
  if (!(error instanceof CallError)) return refusalText(error);
  const { code, detail } = error;
  if (code === weakPassword.code && Array.isArray(detail?.reasons) && detail.reasons.includes('length')) {
    return i18n.t('auth.errors.passwordShort', { ns: 'accounts', min: detail.min });
  }
  // Its name goes on, with what to do about it.
  const key = `refusals.${code.startsWith('USER_ALREADY_EXISTS') ? 'USER_ALREADY_EXISTS' : code}`;
  return i18n.t(key, { ns: 'accounts', defaultValue: refusalText(error) });
}
