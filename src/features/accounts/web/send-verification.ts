import { call } from '#web/api/call.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { sendVerification } from '../contract.ts';

/** Sends the letter that confirms the reader's address. False where it was not sent, which the person is told. */
export async function sendVerificationLetter(): Promise<boolean> {
  try {
    await call(sendVerification);
    return true;
  } catch (error) {
    toastFailure(error, i18n.t('emailPart.sendFailed', { ns: 'accounts' }));
    return false;
  }
}
