import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/** Administrators write the terms and the privacy notice; everybody reads them. */
export function may(actor: Actor, _verb: 'change-policy'): RefusalKind | null {
  return adminsOnly(actor);
}
