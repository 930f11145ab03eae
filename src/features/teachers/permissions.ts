import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { teacherRefusals } from './contract.ts';

/**
 * Permissions on applications to teach: null when allowed, else the refusal.
 * - `apply`: adult members. `see-queue`: administrators.
 * - `decide`: administrators, except on their own application.
 */
export function may(actor: Actor, verb: 'apply' | 'see-queue'): RefusalKind | null;
export function may(actor: Actor, verb: 'decide', application: { userId: string }): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'apply' | 'see-queue' | 'decide',
  application?: { userId: string },
): RefusalKind | null {
  if (actor.kind === 'visitor') {
    return verb === 'apply' ? teacherRefusals.signInFirst : commonRefusals.signInFirst;
  }
  if (verb === 'apply') return actor.ageGroup === 'adult' ? null : teacherRefusals.adultsOnly;
  if (!isAdmin(actor)) return commonRefusals.notAllowed;
  return verb === 'decide' && application?.userId === actor.userId ? teacherRefusals.ownApplication : null;
}
