import type { Actor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/**
 * Whether somebody may do a thing with calendars: null, or the refusal they get.
 * - `subscribe`: everybody who is signed in, to their own feed.
 * - `manage`: administrators: the connection, the organisers' feed, everything that waits.
 * - `organise`: administrators for anybody, verified teachers for themselves (`userId` is whose thing it is).
 */
export function may(actor: Actor, verb: 'subscribe' | 'manage'): RefusalKind | null;
export function may(actor: Actor, verb: 'organise', userId: string): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'subscribe' | 'manage' | 'organise',
  userId?: string,
): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  if (verb === 'subscribe' || actor.role === 'admin') return null;
  const forThemselves = verb === 'organise' && actor.verifiedTeacher && actor.userId === userId;
  return forThemselves ? null : commonRefusals.notAllowed;
}
