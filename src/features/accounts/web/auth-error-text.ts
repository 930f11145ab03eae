import { CallError } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { refusalText } from '#web/i18n/refusal-text.ts';
import { weakPassword } from '../contract.ts';

/** The text for an error of a sign-in flow, from the code of Better Auth or of ours. */
export function authErrorText(error: unknown): string {
  if (error instanceof Error && error.name === 'DeviceRefused')
    return i18n.t('passkeys.cancelled', { ns: 'accounts' });
  if (!(error instanceof CallError)) return refusalText(error);
  const { code, detail } = error;
  if (code === weakPassword.code && Array.isArray(detail?.reasons) && detail.reasons.includes('length')) {
    return i18n.t('auth.errors.passwordShort', { ns: 'accounts', min: detail.min });
  }
  // The full code continues with a hint that the text does not need.
  const textCode = code.startsWith('USER_ALREADY_EXISTS') ? 'USER_ALREADY_EXISTS' : code;
  return i18n.t(`refusals.${textCode}`, { ns: 'accounts', defaultValue: refusalText(error) });
}
