import { type Actor, type AgeGroup, type Member, type Tier, tierRank } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { attendanceRefusals, enrolRefusals } from './contract.ts';

/** What permissions need to know of a class. */
export type Subject = {
  createdBy: string;
  targetAudience: AgeGroup;
  language: string | null;
  requiredTier: Tier;
  /** Whether whoever asks has a seat. */
  isEnrolled: boolean;
};

/** Whether whoever asks was there; null while the roll has not been called. */
type Attendance = { attended: boolean | null };

/**
 * Whether somebody may do a thing with classes: null, or the refusal they get.
 * - `see`: administrators and its (adult) teacher; else people of its age group who learn its language, or who
 *   enrolled before they stopped learning it. To anybody else it does not exist.
 * - `enrol`: whoever sees it, is of its age and whose tier reaches, except its own teacher.
 * - `organise`: administrators and verified teachers, in general. `manage` (change, cancel, delete, see who
 *   comes, call the roll, read reviews): administrators any class, a verified teacher their own.
 * - `review`: whoever attended it, except administrators.
 */
export function may(actor: Actor, verb: 'organise'): RefusalKind | null;
export function may(actor: Actor, verb: 'see' | 'enrol', liveClass: Subject): RefusalKind | null;
export function may(actor: Actor, verb: 'manage', liveClass: Pick<Subject, 'createdBy'>): RefusalKind | null;
export function may(actor: Actor, verb: 'review', liveClass: Subject & Attendance): RefusalKind | null;
export function may(
  actor: Actor,
  verb: 'organise' | 'see' | 'enrol' | 'manage' | 'review',
  liveClass?: Partial<Subject & Attendance>,
): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  const subject = liveClass as Subject & Attendance;
  if (verb === 'see') return maySee(actor, subject) ? null : commonRefusals.notFound;
  if (verb === 'enrol') return maySee(actor, subject) ? mayEnrol(actor, subject) : commonRefusals.notFound;
  if (verb === 'review') return mayReview(actor, subject);
  if (actor.role === 'admin') return null;
  if (!actor.verifiedTeacher) return commonRefusals.notAllowed;
  return verb === 'organise' || subject.createdBy === actor.userId ? null : commonRefusals.notAllowed;
}

function maySee(actor: Member, { createdBy, targetAudience, language, isEnrolled }: Subject): boolean {
  if (actor.role === 'admin') return true;
  // Not a kid who was taken for an adult: whoever leads a class meets who comes.
  if (createdBy === actor.userId && actor.ageGroup === 'adult') return true;
  if (targetAudience !== actor.ageGroup) return false;
  return (
    isEnrolled || language === null || actor.languages.length === 0 || actor.languages.includes(language)
  );
}

function mayEnrol(actor: Member, { createdBy, targetAudience, requiredTier }: Subject): RefusalKind | null {
  if (createdBy === actor.userId) return enrolRefusals.ownClass;
  if (targetAudience !== actor.ageGroup) return enrolRefusals.otherAudience;
  return tierRank(actor.tier) < tierRank(requiredTier) ? enrolRefusals.tierTooLow : null;
}

function mayReview(actor: Member, subject: Subject & Attendance): RefusalKind | null {
  if (actor.role === 'admin') return commonRefusals.notAllowed;
  if (subject.attended) return null;
  return maySee(actor, subject) ? attendanceRefusals.notAttended : commonRefusals.notFound;
}
