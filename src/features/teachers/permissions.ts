import { type Actor, isAdmin } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { teacherRefusals } from './contract.ts';

/**
 * Whether somebody may do a thing with applications to teach: null, or the refusal they get.
 * - `apply`: any adult who is signed in. `see-queue`: administrators.
 * - `decide`: administrators, on anybody's application but their own.
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
