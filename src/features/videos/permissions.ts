import type { Member, Visitor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/** What permissions need to know of whoever asks. */
type Asker = Visitor | Pick<Member, 'kind' | 'userId' | 'role' | 'verifiedTeacher'>;

/**
 * Whether somebody may do a thing with videos beyond watching them: null, or the refusal they get.
 * - `propose`: verified teachers and administrators;
 * - `moderate`: administrators: queue, decisions, switches, channels;
 * - `sync`: everybody for themselves, administrators for anybody.
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
