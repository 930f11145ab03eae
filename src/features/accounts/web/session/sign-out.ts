import { CallError } from '#web/api/call-error.ts';
import { i18n } from '#web/i18n/i18n.ts';
import { toastFailure } from '#web/ui/toasts/toast.ts';
import { askAuth } from '../ask-auth.ts';
import { emitSessionEvent } from './session-events.ts';

/** `local`: this browser. `others`: every other one. `global`: everywhere. */
export type SignOutScope = 'global' | 'local' | 'others';

/** What ends sessions of other browsers. */
const elsewhere = {
  local: null,
  others: 'POST /revoke-other-sessions',
  global: 'POST /revoke-sessions',
} as const;

/**
 * Ends sessions. That this browser's has ended already is no error when it is left, but ends no other one.
 * @throws CallError when it could not be done.
 */
export async function signOut(scope: SignOutScope = 'local'): Promise<void> {
  const step = elsewhere[scope];
  if (step) await askAuth(step);
  if (scope === 'others') return;
  await leave();
  emitSessionEvent('SIGNED_OUT');
}

/** Also takes this browser's cookie away. */
async function leave(): Promise<void> {
  try {
    await askAuth('POST /sign-out');
  } catch (error) {
    const alreadyOver = error instanceof CallError && [401, 403, 404].includes(error.status);
    if (!alreadyOver) throw error;
  }
}

/** For the menus' button: signs out of this browser and shows the reason when that fails. */
export function signOutHere(): void {
  signOut('local').catch((error) => toastFailure(error, i18n.t('shell:menu.signOutFailed')));
}
