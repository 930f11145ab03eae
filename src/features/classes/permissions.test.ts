import { describe, expect, it } from 'vitest';
import { type Member, tiers, visitor } from '#shared/actor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { attendanceRefusals, enrolRefusals } from './contract.ts';
import { may, type Subject } from './permissions.ts';

const student: Member = {
  kind: 'member',
  userId: 'student',
  sessionId: 'session',
  role: 'student',
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
  language: 'en',
  requiredTier: 'free',
  isEnrolled: false,
};

describe('seeing a class', () => {
  it('is for signed-in people', () => {
    expect(may(visitor, 'see', liveClass)).toBe(commonRefusals.signInFirst);
    expect(may(student, 'see', liveClass)).toBeNull();
  });

  it('of another age group is for nobody but its teacher and administrators', () => {
    const forKids: Subject = { ...liveClass, targetAudience: 'kid' };
    expect(may(student, 'see', forKids)).toBe(commonRefusals.notFound);
    expect(may({ ...student, ageGroup: 'kid' }, 'see', liveClass)).toBe(commonRefusals.notFound);
    expect(may({ ...student, ageGroup: 'kid' }, 'see', forKids)).toBeNull();
    // Whatever made a seat possible once.
    expect(may(student, 'see', { ...forKids, isEnrolled: true })).toBe(commonRefusals.notFound);
    expect(may(teacher, 'see', forKids)).toBeNull();
    expect(may(admin, 'see', forKids)).toBeNull();
  });

  it('in a language one does not learn takes a seat one already has', () => {
    const french = { ...student, languages: ['fr', 'pt'] };
    expect(may(french, 'see', liveClass)).toBe(commonRefusals.notFound);
    expect(may(french, 'see', { ...liveClass, isEnrolled: true })).toBeNull();
    expect(may(french, 'see', { ...liveClass, language: 'pt' })).toBeNull();
    expect(may(french, 'see', { ...liveClass, language: null })).toBeNull();
  });
});

describe('enrolling', () => {
  it('takes a tier of at least the class’s rank', () => {
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

  it('is not for the class’s own teacher', () => {
    expect(may(teacher, 'enrol', liveClass)).toBe(enrolRefusals.ownClass);
    expect(may({ ...teacher, userId: 'another' }, 'enrol', liveClass)).toBeNull();
  });

  it('in a class one cannot see says no more than that there is none', () => {
    expect(may(student, 'enrol', { ...liveClass, targetAudience: 'kid', requiredTier: 'vip' })).toBe(
      commonRefusals.notFound,
    );
  });

  it('as an administrator takes the right age, too', () => {
    expect(may(admin, 'enrol', liveClass)).toBeNull();
    expect(may(admin, 'enrol', { ...liveClass, targetAudience: 'kid' })).toBe(enrolRefusals.otherAudience);
  });
});

describe('organising', () => {
  it('is for administrators and verified teachers', () => {
    const all = [visitor, student, pending, teacher, admin].map((actor) => may(actor, 'organise')?.status);
    expect(all).toEqual([401, 403, 403, undefined, undefined]);
  });

  it('a class of somebody else is for administrators', () => {
    const another = { ...liveClass, createdBy: 'another' };
    expect(may(teacher, 'manage', liveClass)).toBeNull();
    expect(may(teacher, 'manage', another)).toBe(commonRefusals.notAllowed);
    expect(may(pending, 'manage', liveClass)).toBe(commonRefusals.notAllowed);
    expect(may(admin, 'manage', another)).toBeNull();
  });
});

describe('rating a class', () => {
  const attended = { ...liveClass, isEnrolled: true, attended: true };

  it('is for who was there, and for no administrator', () => {
    const all = [visitor, student, pending, teacher, admin].map(
      (actor) => may(actor, 'review', attended)?.status,
    );
    expect(all).toEqual([401, undefined, undefined, undefined, 403]);
    expect(may(student, 'review', { ...attended, attended: false })).toBe(attendanceRefusals.notAttended);
    expect(may(student, 'review', { ...attended, attended: null })).toBe(attendanceRefusals.notAttended);
  });

  it('of another age says no more than that there is none, but to who was there', () => {
    const forKids: Subject = { ...liveClass, targetAudience: 'kid' };
    expect(may(student, 'review', { ...forKids, attended: null })).toBe(commonRefusals.notFound);
    expect(may(student, 'review', { ...forKids, attended: true })).toBeNull();
  });
});
