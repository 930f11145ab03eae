import { guardianFirst } from '#features/accounts/contract.ts';
import { type Actor, type AgeGroup, type Member, type Tier, tierRank } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { attendanceRefusals, enrolRefusals } from './contract.ts';

/** What permissions need to know of a class. */
export type Subject = {
  createdBy: string;
  targetAudience: AgeGroup;
  requiredTier: Tier;
  /** Whether the actor has a seat. */
  isEnrolled: boolean;
};

/** Who gives a class, and who gives its series, which is another teacher where the class was handed over alone. */
type InSeries = Pick<Subject, 'createdBy'> & { seriesTeacher: string };

/** Whether the actor attended; null until the teacher has marked them. */
type Attendance = { attended: boolean | null };
/** Whether the actor has reviewed the class. */
type OwnReview = { hasReview: boolean };

/** What is asked, and of which class. */
type Question =
  | [
      verb: 'organise' | 'hand-over' | 'keep-holidays' | 'quote' | 'hide-notes' | 'set-rules',
      liveClass?: undefined,
    ]
  | [verb: 'see' | 'enrol' | 'enter' | 'read-messages', liveClass: Subject]
  | [verb: 'manage' | 'organise-for' | 'offer', liveClass: Pick<Subject, 'createdBy'>]
  | [verb: 'manage-series', liveClass: InSeries]
  | [verb: 'review', liveClass: Subject & Attendance & OwnReview]
  | [verb: 'read-notes', liveClass: Subject & Attendance];

/**
 * Whether an actor may do something with classes: null, or the refusal they get.
 * - `see`: administrators, the teacher of the class while they are verified, and people of its age group, whichever
 *   languages they learn: those only narrow lists. For other people it does not exist.
 * - `enrol`, as far as the person decides (`seats/enrol-rules.ts` has the rest): people who see the class, are of its
 *   age group and have its tier, except its own teacher; a kid whose guardian has to consent, only with that consent.
 * - `enter` the meeting room: people with a seat and of its age group, a kid only while their guardian consents, and
 *   who may `manage`; for those who do not see the class it does not exist.
 * - `read-messages` to a class: the same people.
 * - `organise`: administrators and verified teachers, in general. `manage` (change, cancel, delete, read the roster,
 *   mark attendance, read reviews): an administrator every class, a verified teacher their own. A teacher whose
 *   approval was revoked loses all of this with their next request.
 * - `organise-for` a teacher (plan classes, which are theirs once made): the same as `manage`.
 * - `manage-series` (change or cancel it from a class on): who may `manage` that class and every other of the series. A
 *   substitute, to whom a class was handed over alone, manages that class only.
 * - `offer` a class or a series to another teacher: who gives it, as long as they may `organise`.
 * - `hand-over` a class to another teacher, `keep-holidays` (change them: who may `organise` reads them), `quote` a
 *   review on the landing page, `hide-notes` and messages, `set-rules` of clubs and classes: administrators.
 * - `review`: people who attended, except administrators. An author changes their review whatever they have become
 *   since: it stays when their mark is corrected, and they must be able to take back that it may be quoted.
 * - `read-notes`: who may `manage`, and who attended, as long as they see the class; a kid only while their guardian
 *   consents.
 */
export function may(actor: Actor, ...[verb, liveClass]: Question): RefusalKind | null {
  if (actor.kind === 'visitor') return commonRefusals.signInFirst;
  if (verb === 'see') return maySee(actor, liveClass) ? null : commonRefusals.notFound;
  if (verb === 'enrol')
    return maySee(actor, liveClass) ? planRefusal(actor, liveClass) : commonRefusals.notFound;
  if (verb === 'enter' || verb === 'read-messages') return mayEnter(actor, liveClass);
  if (verb === 'review') return mayReview(actor, liveClass);
  if (verb === 'read-notes') return mayReadNotes(actor, liveClass);
  const isOwn = liveClass?.createdBy === actor.userId;
  // An administrator hands over what another teacher gives.
  if (verb === 'offer' && !isOwn) return commonRefusals.notAllowed;
  if (actor.role === 'admin') return null;
  if (!actor.verifiedTeacher) return commonRefusals.notAllowed;
  if (verb === 'organise') return null;
  // Every other verb without a class is for administrators alone.
  if (!isOwn) return commonRefusals.notAllowed;
  return verb === 'manage-series' && liveClass.seriesTeacher !== actor.userId
    ? commonRefusals.notAllowed
    : null;
}

function mayEnter(actor: Member, liveClass: Subject): RefusalKind | null {
  if (hasPlaceIn(actor, liveClass)) return actor.guardianConsent ? null : guardianFirst;
  return maySee(actor, liveClass) ? may(actor, 'manage', liveClass) : commonRefusals.notFound;
}

/** Whose age group changed during a class keeps the seat on record, and is not let in. */
const hasPlaceIn = (actor: Member, { isEnrolled, targetAudience }: Subject) =>
  isEnrolled && targetAudience === actor.ageGroup;

function maySee(actor: Member, { createdBy, targetAudience }: Subject): boolean {
  if (actor.role === 'admin') return true;
  if (createdBy === actor.userId && actor.verifiedTeacher) return true;
  return targetAudience === actor.ageGroup;
}

/** Why a person's plan or their traits keep them from a seat that is not paid for; null where they do not. */
export function planRefusal(
  learner: Learner & Pick<Member, 'tier'>,
  liveClass: Pick<Subject, 'createdBy' | 'targetAudience' | 'requiredTier'>,
): RefusalKind | null {
  const refusal = learnerRefusal(learner, liveClass);
  if (refusal) return refusal;
  return tierRank(learner.tier) < tierRank(liveClass.requiredTier) ? enrolRefusals.tierTooLow : null;
}

/**
 * Why a person can have no seat in a class at all, paid or not: its teacher, another age group, a kid without consent.
 */
export function learnerRefusal(
  { userId, ageGroup, guardianConsent }: Learner,
  { createdBy, targetAudience }: Pick<Subject, 'createdBy' | 'targetAudience'>,
): RefusalKind | null {
  if (createdBy === userId) return enrolRefusals.ownClass;
  if (targetAudience !== ageGroup) return enrolRefusals.otherAudience;
  return guardianConsent ? null : guardianFirst;
}

/** What a seat needs to know of a person. `guardianConsent` is true for adults. */
export type Learner = Pick<Member, 'userId' | 'ageGroup' | 'guardianConsent'>;

function mayReview(actor: Member, subject: Subject & Attendance & OwnReview): RefusalKind | null {
  if (subject.hasReview) return null;
  if (actor.role === 'admin') return commonRefusals.notAllowed;
  if (subject.attended) return null;
  return maySee(actor, subject) ? attendanceRefusals.notAttended : commonRefusals.notFound;
}

function mayReadNotes(actor: Member, subject: Subject & Attendance): RefusalKind | null {
  if (may(actor, 'manage', subject) === null) return null;
  if (!maySee(actor, subject)) return commonRefusals.notFound;
  if (!subject.attended) return attendanceRefusals.notAttended;
  return actor.guardianConsent ? null : guardianFirst;
}
