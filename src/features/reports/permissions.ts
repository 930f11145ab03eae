import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/**
 * Whether a person may: null, or the refusal.
 * - `report`: every member, about what they see;
 * - `settle` (the queue and its decisions): administrators.
 */
export function may(actor: Actor, verb: 'report' | 'settle'): RefusalKind | null {
  return verb === 'report' && actor.kind === 'member' ? null : adminsOnly(actor);
}
