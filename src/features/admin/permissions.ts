import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** `oversee`: read figures about the whole community. Administrators only. */
export function may(actor: Actor, _verb: 'oversee'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}
