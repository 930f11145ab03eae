import type { Member, Visitor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** What permissions need to know of the actor. */
type Asker = Visitor | Pick<Member, 'kind' | 'userId' | 'role' | 'verifiedTeacher'>;

/**
 * Whether a person may do more with videos than watch them: null, or the refusal.
 * - `propose`: verified teachers and administrators;
 * - `moderate` (queue, decisions, edits, channels): administrators;
 * - `sync`: each member for themselves, administrators for every member.
 */
export function may(asker: Asker, verb: 'propose' | 'moderate'): RefusalKind | null;
export function may(asker: Asker, verb: 'sync', userId: string): RefusalKind | null;
export function may(
  asker: Asker,
  verb: 'propose' | 'moderate' | 'sync',
  userId?: string,
): RefusalKind | null {
  if (asker.kind === 'visitor') return commonRefusals.signInFirst;
  if (asker.role === 'admin') return null;
  if (verb === 'propose' && asker.verifiedTeacher) return null;
  if (verb === 'sync' && asker.userId === userId) return null;
  return commonRefusals.notAllowed;
}
