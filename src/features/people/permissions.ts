import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { peopleRefusals } from './contract.ts';

/**
 * Whether the actor may do something to a person's account: null, or the refusal they get. Only administrators may,
 * and `move-coins` and `ban` never to their own account.
 */
export function may(actor: Actor, verb: 'administer'): RefusalKind | null;
export function may(actor: Actor, verb: 'move-coins' | 'ban', personId: string): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'administer' | 'move-coins' | 'ban',
  personId?: string,
): RefusalKind | null {
  if (actor.kind === 'visitor') return peopleRefusals.noSession;
  if (!isAdmin(actor)) return commonRefusals.notAllowed;
  // `administer` names no account.
  if (personId !== actor.userId) return null;
  return verb === 'ban' ? peopleRefusals.ownBan : peopleRefusals.ownWallet;
}
