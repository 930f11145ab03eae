import { describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { type Member, tiers, visitor } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { attendanceRefusals, enrolRefusals } from './contract.ts';
import { may, type Subject } from './permissions.ts';

const student: Member = {
  kind: 'member',
  userId: 'student',
  sessionId: 'session',
  role: 'student',
  emailProved: true,
  contactProved: true,
  guardianConsent: true,
  verifiedTeacher: false,
  tier: 'basic',
  ageGroup: 'adult',
  languages: [],
  zone: 'America/Mexico_City',
};
const pending: Member = { ...student, userId: 'teacher', role: 'teacher' };
const teacher: Member = { ...pending, verifiedTeacher: true };
const admin: Member = { ...student, userId: 'admin', role: 'admin' };

const liveClass: Subject = {
  createdBy: 'teacher',
  targetAudience: 'adult',
  requiredTier: 'free',
  isEnrolled: false,
};

describe('permission to see a class', () => {
  it('asks a visitor to sign in', () => {
    expect(may(visitor, 'see', liveClass)).toBe(commonRefusals.signInFirst);
    expect(may(student, 'see', liveClass)).toBeNull();
  });

  it('shows a class of another age group to its teacher and administrators only', () => {
    const forKids: Subject = { ...liveClass, targetAudience: 'kid' };
    expect(may(student, 'see', forKids)).toBe(commonRefusals.notFound);
    expect(may({ ...student, ageGroup: 'kid' }, 'see', liveClass)).toBe(commonRefusals.notFound);
    expect(may({ ...student, ageGroup: 'kid' }, 'see', forKids)).toBeNull();
    // An enrolment from before the age group changed shows no class of another age group.
    expect(may(student, 'see', { ...forKids, isEnrolled: true })).toBe(commonRefusals.notFound);
    expect(may(teacher, 'see', forKids)).toBeNull();
    expect(may(pending, 'see', forKids)).toBe(commonRefusals.notFound);
    expect(may(admin, 'see', forKids)).toBeNull();
  });
});

describe('permission to enter the meeting room', () => {
  it('is for people with a seat and of its age group, a kid only while their guardian consents, and who may manage the class', () => {
    const seated: Subject = { ...liveClass, isEnrolled: true };
    const amongKids: Subject = { ...seated, targetAudience: 'kid' };
    const kid = { ...student, ageGroup: 'kid' } as const;
    expect(may(visitor, 'enter', seated)).toBe(commonRefusals.signInFirst);
    expect(may(student, 'enter', seated)).toBeNull();
    expect(may({ ...kid, guardianConsent: false }, 'enter', amongKids)).toBe(guardianFirst);
    expect(may({ ...kid, guardianConsent: true }, 'enter', amongKids)).toBeNull();
    expect(may(student, 'enter', amongKids)).toBe(commonRefusals.notFound);
    expect(may(student, 'read-messages', amongKids)).toBe(commonRefusals.notFound);
    expect(may(student, 'enter', liveClass)).toBe(commonRefusals.notAllowed);
    expect(may(pending, 'enter', liveClass)).toBe(commonRefusals.notAllowed);
    expect(may(teacher, 'enter', liveClass)).toBeNull();
    expect(may({ ...teacher, userId: 'another' }, 'enter', liveClass)).toBe(commonRefusals.notAllowed);
    expect(may(admin, 'enter', liveClass)).toBeNull();
  });
});

describe('permission to enrol', () => {
  it('takes a tier of at least the rank of the class', () => {
    const reached = tiers.map((tier) =>
      tiers.map((requiredTier) => may({ ...student, tier }, 'enrol', { ...liveClass, requiredTier })),
    );
    const no = enrolRefusals.tierTooLow;
    expect(reached).toEqual([
      [null, no, no, no],
      [null, null, no, no],
      [null, null, null, no],
      [null, null, null, null],
    ]);
  });

  it('refuses the teacher of the class', () => {
    expect(may(teacher, 'enrol', liveClass)).toBe(enrolRefusals.ownClass);
    expect(may({ ...teacher, userId: 'another' }, 'enrol', liveClass)).toBeNull();
  });

  it('answers 404 for a class that the student cannot see', () => {
    expect(may(student, 'enrol', { ...liveClass, targetAudience: 'kid', requiredTier: 'vip' })).toBe(
      commonRefusals.notFound,
    );
  });

  it('takes the right age group of an administrator, too', () => {
    expect(may(admin, 'enrol', liveClass)).toBeNull();
    expect(may(admin, 'enrol', { ...liveClass, targetAudience: 'kid' })).toBe(enrolRefusals.otherAudience);
  });
});

describe('permission to organise', () => {
  it('is given to administrators and verified teachers', () => {
    const all = [visitor, student, pending, teacher, admin].map((actor) => may(actor, 'organise')?.status);
    expect(all).toEqual([401, 403, 403, undefined, undefined]);
  });
});

describe('permission to manage a class', () => {
  it('is given to its teacher and to administrators', () => {
    const another = { ...liveClass, createdBy: 'another' };
    expect(may(teacher, 'manage', liveClass)).toBeNull();
    expect(may(teacher, 'manage', another)).toBe(commonRefusals.notAllowed);
    expect(may(pending, 'manage', liveClass)).toBe(commonRefusals.notAllowed);
    expect(may(admin, 'manage', another)).toBeNull();
  });
});

describe('permission to manage the series of a class', () => {
  it('is given to the teacher who gives both, and to administrators', () => {
    const ofAnother = { ...liveClass, seriesTeacher: 'another' };
    const own = { ...liveClass, seriesTeacher: 'teacher' };
    expect(may(teacher, 'manage-series', own)).toBeNull();
    expect(may(teacher, 'manage-series', ofAnother)).toBe(commonRefusals.notAllowed);
    expect(may(teacher, 'manage-series', { ...own, createdBy: 'another' })).toBe(commonRefusals.notAllowed);
    expect(may(pending, 'manage-series', own)).toBe(commonRefusals.notAllowed);
    expect(may(admin, 'manage-series', ofAnother)).toBeNull();
  });
});

describe('permission to organise for a teacher', () => {
  it('is given to administrators, and to verified teachers for themselves', () => {
    const all = (createdBy: string) =>
      [visitor, student, pending, teacher, admin].map(
        (actor) => may(actor, 'organise-for', { createdBy })?.status,
      );
    expect(all('teacher')).toEqual([401, 403, 403, undefined, undefined]);
    expect(all('another')).toEqual([401, 403, 403, 403, undefined]);
  });
});

describe('permission to hand a class over', () => {
  it('is given to administrators alone', () => {
    const all = [visitor, student, pending, teacher, admin].map((actor) => may(actor, 'hand-over')?.status);
    expect(all).toEqual([401, 403, 403, 403, undefined]);
  });
});

describe('permission to rate a class', () => {
  const attended = { ...liveClass, isEnrolled: true, attended: true, hasReview: false };

  it('is allowed for students who attended, and for no administrator', () => {
    const all = [visitor, student, pending, teacher, admin].map(
      (actor) => may(actor, 'review', attended)?.status,
    );
    expect(all).toEqual([401, undefined, undefined, undefined, 403]);
    expect(may(student, 'review', { ...attended, attended: false })).toBe(attendanceRefusals.notAttended);
    expect(may(student, 'review', { ...attended, attended: null })).toBe(attendanceRefusals.notAttended);
  });

  it('answers 404 for a class of another age group, except to a student who attended', () => {
    const forKids = { ...liveClass, targetAudience: 'kid', hasReview: false } as const;
    expect(may(student, 'review', { ...forKids, attended: null })).toBe(commonRefusals.notFound);
    expect(may(student, 'review', { ...forKids, attended: true })).toBeNull();
  });

  it('is allowed for the author of a review, whatever they are and however they are marked by now', () => {
    const reviewed = { ...attended, hasReview: true };
    expect(may(admin, 'review', reviewed)).toBeNull();
    expect(may(student, 'review', { ...reviewed, attended: false })).toBeNull();
    expect(may(student, 'review', { ...reviewed, targetAudience: 'kid', attended: null })).toBeNull();
    expect(may(visitor, 'review', reviewed)).toBe(commonRefusals.signInFirst);
  });
});

describe('permission to read the notes of a class', () => {
  const attended = { ...liveClass, isEnrolled: true, attended: true };

  it('is allowed for students who attended, the verified teacher and administrators', () => {
    const all = (notes: typeof attended | (Subject & { attended: null })) =>
      [visitor, student, pending, teacher, admin].map((actor) => may(actor, 'read-notes', notes)?.status);
    expect(all(attended)).toEqual([401, undefined, undefined, undefined, undefined]);
    expect(all({ ...attended, attended: null })).toEqual([401, 403, 403, undefined, undefined]);
  });

  it('is refused to a kid without consent, and answers 404 for another age group', () => {
    const forKids = { ...attended, targetAudience: 'kid' as const };
    const kid = { ...student, ageGroup: 'kid' as const };
    expect(may({ ...kid, guardianConsent: true }, 'read-notes', forKids)).toBeNull();
    expect(may({ ...kid, guardianConsent: false }, 'read-notes', forKids)).toBe(guardianFirst);
    expect(may(student, 'read-notes', forKids)).toBe(commonRefusals.notFound);
  });
});
