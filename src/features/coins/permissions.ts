import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/** `set-rules`: read and change how many coins the rules give. Administrators only. Null when allowed. */
export function may(actor: Actor, _verb: 'set-rules'): RefusalKind | null {
  return adminsOnly(actor);
}
