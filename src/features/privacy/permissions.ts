import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** Administrators write the terms and the privacy notice; everybody reads them. */
export function may(actor: Actor, _verb: 'change-policy'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}
