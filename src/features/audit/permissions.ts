import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/** Administrators read the audit log. No actor may change it. */
export function may(actor: Actor, _verb: 'read'): RefusalKind | null {
  return adminsOnly(actor);
}
