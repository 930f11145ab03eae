import { may as mayInClasses, type Subject } from '#features/classes/permissions.ts';
import type { Actor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';

type SharedSubject = Omit<Subject, 'isEnrolled'> & {
  /** Whether its teacher may give classes now. */
  hasTeacher: boolean;
};

/**
 * Whether an actor reads a class at its public address. Members read what they see of classes anyway. A visitor, who
 * may be any person with the link, reads no class for kids, and none of a teacher who was revoked or banned.
 */
export function may(actor: Actor, _verb: 'read', liveClass: SharedSubject): RefusalKind | null {
  if (actor.kind === 'member') return mayInClasses(actor, 'see', { ...liveClass, isEnrolled: false });
  const isPublic = liveClass.targetAudience === 'adult' && liveClass.hasTeacher;
  return isPublic ? null : commonRefusals.notFound;
}
