import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/**
 * Permissions on payments: null when allowed, else the refusal.
 * - `oversee`: see all payments, record and refund them, set prices, pay out earnings: administrators.
 * - `earnings`: read a statement of earnings: members their own, also after they were revoked; administrators all.
 * A person's own payments are found by that person alone; the server answers 404 to others.
 */
export function may(actor: Actor, verb: 'oversee'): RefusalKind | null;
export function may(actor: Actor, verb: 'earnings', teacherId: string): RefusalKind | null;
export function may(actor: Actor, verb: 'oversee' | 'earnings', teacherId?: string): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  if (isAdmin(actor)) return null;
  const own = verb === 'earnings' && teacherId === actor.userId;
  return own ? null : commonRefusals.notAllowed;
}
