import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/**
 * Whether somebody may do a thing with money: null, or the refusal they get.
 * - `oversee`: see all payments, record and refund them, set prices: administrators.
 * - `earnings`: read a teacher's statement: a verified teacher their own, administrators anybody's.
 * Payments of one's own are found by their owner, and to everybody else they do not exist.
 */
export function may(actor: Actor, verb: 'oversee'): RefusalKind | null;
export function may(actor: Actor, verb: 'earnings', teacherId: string): RefusalKind | null;
export function may(actor: Actor, verb: 'oversee' | 'earnings', teacherId?: string): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  if (isAdmin(actor)) return null;
  const own = verb === 'earnings' && actor.verifiedTeacher && teacherId === actor.userId;
  return own ? null : commonRefusals.notAllowed;
}
