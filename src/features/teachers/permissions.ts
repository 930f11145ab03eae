import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { type Actor, isAdmin, type Member } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { teacherRefusals } from './contract.ts';

/**
 * Permissions on applications to teach: null when allowed, else the refusal.
 * - `apply`: adult members with a proved address. `see-queue`: administrators.
 * - `decide`: administrators, except on their own application; the only administrator of a community decides that too.
 */
export function may(actor: Actor, verb: 'apply' | 'see-queue'): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'decide',
  application: { userId: string; administrators: readonly string[] },
): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'apply' | 'see-queue' | 'decide',
  application?: { userId: string; administrators: readonly string[] },
): RefusalKind | null {
  if (actor.kind === 'visitor') {
    return verb === 'apply' ? teacherRefusals.signInFirst : commonRefusals.signInFirst;
  }
  if (verb === 'apply') return mayApply(actor);
  if (!isAdmin(actor)) return commonRefusals.notAllowed;
  if (verb !== 'decide' || application?.userId !== actor.userId) return null;
  return application.administrators.length > 1 ? teacherRefusals.ownApplication : null;
}

function mayApply({ ageGroup, emailProved }: Member): RefusalKind | null {
  if (ageGroup !== 'adult') return teacherRefusals.adultsOnly;
  return emailProved ? null : confirmEmailFirst;
}
