import { type Actor, adminsOnly } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';

/**
 * Permissions on payments: null when allowed, else the refusal.
 * - `oversee`: see all payments, record and refund them, set prices, pay out earnings: administrators. What they would
 *   refund, record for or pay out to themselves they leave to another one (`refuseOwnMatter`).
 * - `read-earnings`: members their own, also after they were revoked; administrators all.
 * A person's own payments are found by that person alone; the server answers 404 to others.
 */
export function may(actor: Actor, verb: 'oversee'): RefusalKind | null;
export function may(actor: Actor, verb: 'read-earnings', teacherId: string): RefusalKind | null;
export function may(actor: Actor, verb: 'oversee' | 'read-earnings', teacherId?: string): RefusalKind | null {
  const isOwn = verb === 'read-earnings' && actor.kind === 'member' && teacherId === actor.userId;
  return isOwn ? null : adminsOnly(actor);
}
