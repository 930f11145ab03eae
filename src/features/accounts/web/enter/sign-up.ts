import { deviceZone } from '#web/i18n/device-zone.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { askAuth } from '../ask-auth.ts';
import { emitSessionEvent } from '../session/session-events.ts';
import { keptInvitation } from './invitation.ts';

/** `from` is the page that the person wanted, to which a letter that has to be followed leads back. */
export type Newcomer = { name: string; email: string; password: string; from: string | undefined };

type SignUpAnswer = { token: string | null };

/**
 * Makes an account and starts its first session, or answers `confirm` where a letter has to be followed first. Sends
 * the zone of the device, the language of the page and who invited. @throws CallError, `USER_ALREADY_EXISTS…` among
 * others.
 */
export async function signUp(person: Newcomer): Promise<'in' | 'confirm'> {
  const { token } = (await askAuth('POST /sign-up/email', {
    ...person,
    zone: deviceZone(),
    locale: i18n.language,
    ...keptInvitation(),
  })) as SignUpAnswer;
  if (token === null) return 'confirm';
  emitSessionEvent('SIGNED_IN');
  return 'in';
}
