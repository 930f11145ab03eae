import { toastFailure } from '#web/ui/toast.ts';
import { signOut } from './sign-out.ts';

/** What the shells' button does: out of this browser, or a word on why not. */
export function signOutHere(): void {
  signOut('local').catch(toastFailure);
}
