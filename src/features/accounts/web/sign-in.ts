import { askAuth } from './ask-auth.ts';
import { tellSessionEvent } from './session-events.ts';

/** Starts a session in this browser. @throws CallError, `INVALID_EMAIL_OR_PASSWORD` above all. */
export async function signIn(credentials: { email: string; password: string }): Promise<void> {
  await askAuth('POST /sign-in/email', credentials);
  tellSessionEvent('SIGNED_IN');
}
