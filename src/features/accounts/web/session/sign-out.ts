import { CallError } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { askAuth } from '../ask-auth.ts';
import { emitSessionEvent } from './session-events.ts';

/** `local`: this browser. `others`: every other one. `global`: everywhere. */
export type SignOutScope = 'global' | 'local' | 'others';

const steps = {
  local: ['POST /sign-out'],
  others: ['POST /revoke-other-sessions'],
  // The second takes this browser's cookie away.
  global: ['POST /revoke-sessions', 'POST /sign-out'],
} as const;

/** Ends sessions. A session that has ended already is no error. @throws CallError when it could not be done. */
export async function signOut(scope: SignOutScope = 'local'): Promise<void> {
  try {
    for (const step of steps[scope]) await askAuth(step);
  } catch (error) {
    const alreadyOver = error instanceof CallError && [401, 403, 404].includes(error.status);
    if (!alreadyOver) throw error;
  }
  if (scope !== 'others') emitSessionEvent('SIGNED_OUT');
}

/** For the menus' button: signs out of this browser and shows the reason when that fails. */
export function signOutHere(): void {
  signOut('local').catch((error) => toastFailure(error, i18n.t('shell:menu.signOutFailed')));
}
