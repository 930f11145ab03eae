import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/**
 * Whether a person may: null, or the refusal.
 * - `report`: every member, about what they see;
 * - `settle` (the queue and its decisions): administrators.
 */
export function may(actor: Actor, verb: 'report' | 'settle'): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  return verb === 'report' || isAdmin(actor) ? null : commonRefusals.notAllowed;
}
