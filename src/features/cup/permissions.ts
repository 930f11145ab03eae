import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** Reading the cup is open to all; `manage` is everything that changes it, and what the files hold beside it. */
export function may(actor: Actor, _verb: 'manage'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}
