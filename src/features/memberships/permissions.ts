import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** `price`: set the price of a plan; administrators only. Null when allowed, else the refusal. */
export function may(actor: Actor, _verb: 'price'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return isAdmin(actor) ? null : commonRefusals.notAllowed;
}
