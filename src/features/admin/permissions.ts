import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/** `oversee`: read figures about the whole community. Administrators only. */
export function may(actor: Actor, _verb: 'oversee'): RefusalKind | null {
  return adminsOnly(actor);
}
