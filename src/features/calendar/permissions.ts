import type { Actor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

/**
 * Whether the actor may do something with calendars: null, or the refusal they get.
 * - `subscribe` to their own feed: every member.
 * - `manage` the connection, the organisers' feed and the due work: administrators.
 * - `organise` for `userId`: administrators for any person, verified teachers for themselves.
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
