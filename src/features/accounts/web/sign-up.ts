import { askAuth } from './ask-auth.ts';
import { tellSessionEvent } from './session-events.ts';

/** Makes an account and starts its first session. @throws CallError, `USER_ALREADY_EXISTS…` among others. */
export async function signUp(person: { name: string; email: string; password: string }): Promise<void> {
  await askAuth('POST /sign-up/email', person);
  tellSessionEvent('SIGNED_IN');
}
