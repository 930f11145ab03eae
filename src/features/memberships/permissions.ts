import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/** `price`: set the price of a plan; administrators only. Null when allowed, else the refusal. */
export function may(actor: Actor, _verb: 'price'): RefusalKind | null {
  return adminsOnly(actor);
}
