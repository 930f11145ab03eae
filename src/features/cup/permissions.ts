import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** Every visitor reads the cup. `manage`: change it and read e-mails; administrators only. */
export function may(actor: Actor, _verb: 'manage'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}
