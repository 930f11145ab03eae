import { describe, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { type Actor, type Member, visitor } from '#shared/actor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { defaultRules, minutesFromNow, now } from '../../../testing/class-scene.ts';
import { absenceRefusals, buyRefusals, enrolRefusals, waitRefusals } from '../contract.ts';
import { type Bookings, bookedUpUntil, refuseSeat, type SeatFacts, seatRefusal } from './enrol-rules.ts';

const student: Member = {
  kind: 'member',
  userId: 'student',
  sessionId: 'session',
  role: 'student',
  emailProved: true,
  contactProved: true,
  guardianConsent: true,
  verifiedTeacher: false,
  tier: 'premium',
  ageGroup: 'adult',
  languages: [],
  zone: 'America/Mexico_City',
};
const free: Member = { ...student, tier: 'free' };
const kid: Member = { ...student, ageGroup: 'kid', guardianConsent: false };
const teacher: Member = { ...student, userId: 'teacher', role: 'teacher', verifiedTeacher: true };
const admin: Member = { ...student, role: 'admin' };

/** A club of premium, with free seats that are sold, and no student who waits. */
const open: SeatFacts = {
  kind: 'club',
  status: 'scheduled',
  startsAt: minutesFromNow(61),
  lacksTeacher: false,
  createdBy: 'teacher',
  targetAudience: 'adult',
  requiredTier: 'premium',
  priceCents: 500,
  seatsTaken: 3,
  maxStudents: 6,
  isEnrolled: false,
  isHeld: false,
  isPaying: false,
  waitingCount: 0,
  waitingPlace: null,
  rules: defaultRules,
};
const full = { seatsTaken: 6 };
/** As many wait as seats are free. */
const queue = { waitingCount: 3 };
const offered = { ...full, isHeld: true };
const paying = { ...offered, isPaying: true };
const until = minutesFromNow(60);

const { tierTooLow, ownClass, otherAudience, cancelled, noTeacher, alreadyStarted, moved, tooManyClubs } =
  enrolRefusals;
const { alreadyYours, inYourPlan, notSold } = buyRefusals;
const { notFull } = waitRefusals;
const { clubsPaused } = absenceRefusals;
const { notFound, signInFirst } = commonRefusals;

type Case = [
  says: string,
  actor: Actor,
  facts: Partial<SeatFacts>,
  enrol: RefusalKind | null,
  buy: RefusalKind | null,
  wait: RefusalKind | null,
];
const answers = (actor: Actor, facts: Partial<SeatFacts>, bookings: Bookings = { paused: null }) =>
  (['enrol', 'buy', 'wait'] as const).map((way) =>
    seatRefusal(way, actor, { ...open, ...facts }, { ...bookings, now }),
  );

describe('seatRefusal', () => {
  it.each<Case>([
    ['a visitor signs in first', visitor, {}, signInFirst, signInFirst, signInFirst],
    ['another age group finds no class', student, { targetAudience: 'kid' }, notFound, notFound, notFound],
    [
      'an administrator is of the age group, too',
      admin,
      { targetAudience: 'kid' },
      otherAudience,
      otherAudience,
      otherAudience,
    ],
    ['its teacher takes no seat', teacher, {}, ownClass, ownClass, ownClass],
    ['a kid needs consent', kid, { targetAudience: 'kid' }, guardianFirst, guardianFirst, guardianFirst],
    [
      'a kid with consent enrols',
      { ...kid, guardianConsent: true },
      { targetAudience: 'kid' },
      null,
      inYourPlan,
      notFull,
    ],
    ['a plan that includes it costs nothing more', student, {}, null, inYourPlan, notFull],
    ['a plan that is too low buys', free, {}, tierTooLow, null, notFull],
    ['a plan that is too low, unsold', free, { priceCents: null }, tierTooLow, notSold, tierTooLow],
    ['the plan of a class without one', free, { requiredTier: 'free' }, null, inYourPlan, notFull],
    ['an enrolled student', student, { isEnrolled: true }, null, alreadyYours, alreadyYours],
    [
      'an enrolled student whose plan ended',
      free,
      { ...full, isEnrolled: true, startsAt: now },
      null,
      alreadyYours,
      alreadyYours,
    ],
    ['a cancelled class', student, { status: 'cancelled', ...full }, cancelled, inYourPlan, cancelled],
    ['a cancelled class that is sold', free, { status: 'cancelled' }, tierTooLow, cancelled, cancelled],
    ['a class without a teacher', student, { lacksTeacher: true, ...full }, noTeacher, inYourPlan, noTeacher],
    ['a class without a teacher, sold', free, { lacksTeacher: true }, tierTooLow, noTeacher, noTeacher],
    ['at its start', free, { startsAt: now }, tierTooLow, alreadyStarted, alreadyStarted],
    ['a millisecond before', student, { startsAt: new Date(now.getTime() + 1) }, null, inYourPlan, notFull],
    ['the last seat', student, { seatsTaken: 5 }, null, inYourPlan, notFull],
    ['a full class', student, full, enrolRefusals.full, inYourPlan, null],
    ['a full class that is sold', free, full, tierTooLow, enrolRefusals.full, null],
    ['a seat that is kept', student, queue, enrolRefusals.keptForWaiting, inYourPlan, null],
    ['a seat that is kept, sold', free, queue, tierTooLow, enrolRefusals.keptForWaiting, null],
    ['a seat beyond those that are kept', student, { waitingCount: 2 }, null, inYourPlan, notFull],
    ['a seat beyond those that are kept, sold', free, { waitingCount: 2 }, tierTooLow, null, notFull],
    [
      'a seat beyond those that are kept, in the last hour',
      student,
      { waitingCount: 2, startsAt: minutesFromNow(60) },
      null,
      inYourPlan,
      notFull,
    ],
    [
      'the first of the list before the last hour',
      student,
      { ...queue, waitingPlace: 1 },
      enrolRefusals.keptForWaiting,
      inYourPlan,
      null,
    ],
    [
      'each of the list in the last hour',
      student,
      { ...queue, waitingPlace: 2, startsAt: minutesFromNow(60) },
      null,
      inYourPlan,
      null,
    ],
    [
      'each of the list in the hours that administrators set',
      free,
      { ...queue, waitingPlace: 2, rules: { ...defaultRules, openToAllMinutes: 61 } },
      tierTooLow,
      null,
      null,
    ],
    ['an offered seat', student, { ...offered, ...queue }, null, inYourPlan, alreadyYours],
    ['an offered seat to pay for', free, { ...offered, ...queue }, tierTooLow, null, alreadyYours],
    ['a seat that is being paid for', free, paying, tierTooLow, null, alreadyYours],
    ['a seat that is being paid for, of a new plan', student, paying, null, inYourPlan, alreadyYours],
  ])('%s', (_says, actor, facts, ...expected) => {
    expect(answers(actor, facts)).toEqual(expected);
  });
});

describe('seatRefusal while clubs are paused', () => {
  it.each<Case>([
    ['a club of the plan', student, {}, clubsPaused, inYourPlan, notFull],
    ['a club that is sold', free, {}, tierTooLow, clubsPaused, notFull],
    ['a full club', student, full, enrolRefusals.full, inYourPlan, clubsPaused],
    ['a full club that is sold', free, full, tierTooLow, enrolRefusals.full, clubsPaused],
    ['a class', student, { kind: 'class' }, null, inYourPlan, notFull],
    ['a class that is sold', free, { kind: 'class' }, tierTooLow, null, notFull],
    ['an offered seat', student, offered, clubsPaused, inYourPlan, alreadyYours],
    ['an offered seat to pay for', free, offered, tierTooLow, clubsPaused, alreadyYours],
    ['a seat whose payment began before', free, paying, tierTooLow, null, alreadyYours],
    ['an enrolled student keeps it', student, { isEnrolled: true }, null, alreadyYours, alreadyYours],
  ])('%s', (_says, actor, facts, ...expected) => {
    expect(answers(actor, facts, { paused: until })).toEqual(expected);
  });
});

describe('seatRefusal with as many clubs ahead as one may have', () => {
  const ahead = { starts: [minutesFromNow(90), minutesFromNow(120)], most: 2 };
  it.each<Case>([
    ['a club of the plan', student, {}, tooManyClubs, inYourPlan, notFull],
    ['a club that is sold', free, {}, tierTooLow, null, notFull],
    ['a full club', student, full, enrolRefusals.full, inYourPlan, tooManyClubs],
    ['an offered seat', student, offered, null, inYourPlan, alreadyYours],
    [
      'a club in whose list they wait',
      student,
      { ...full, waitingPlace: 1 },
      enrolRefusals.full,
      inYourPlan,
      null,
    ],
    ['an enrolled student keeps it', student, { isEnrolled: true }, null, alreadyYours, alreadyYours],
  ])('%s', (_says, actor, facts, ...expected) => {
    expect(answers(actor, facts, { paused: null, ahead })).toEqual(expected);
  });

  it('says nothing against one club more where one fits', () => {
    expect(answers(student, {}, { paused: null, ahead: { ...ahead, most: 3 } })[0]).toBeNull();
  });
});

describe('bookedUpUntil', () => {
  it('is the start after which one club fits, also where administrators lowered the number', () => {
    const starts = [3, 1, 4, 2].map(minutesFromNow);
    expect(bookedUpUntil({ starts, most: 5 })).toBeNull();
    expect(bookedUpUntil({ starts, most: 4 })).toEqual(minutesFromNow(1));
    expect(bookedUpUntil({ starts, most: 2 })).toEqual(minutesFromNow(3));
    expect(bookedUpUntil(undefined)).toBeNull();
  });
});

describe('refuseSeat', () => {
  it('says until when clubs are paused or booked up, and nothing more of other refusals', () => {
    const moment = { paused: until, now };
    expect(refuseSeat('buy', free, open, moment)).toMatchObject({
      code: clubsPaused.code,
      detail: { until: until.toISOString() },
    });
    expect(refuseSeat('enrol', free, open, moment)).toMatchObject({
      code: tierTooLow.code,
      detail: undefined,
    });
    expect(refuseSeat('buy', free, { ...open, kind: 'class' }, moment)).toBeNull();
    const ahead = { starts: [until], most: 1 };
    expect(refuseSeat('enrol', student, open, { paused: null, ahead, now })).toMatchObject({
      code: tooManyClubs.code,
      detail: { until: until.toISOString() },
    });
  });

  it('refuses a class that starts at another time than its student saw, unless they have their seat', () => {
    const [sameStart, otherStart] = [
      { paused: null, now, seenStart: minutesFromNow(61) },
      { paused: null, now, seenStart: minutesFromNow(60) },
    ];
    expect(refuseSeat('enrol', student, open, sameStart)).toBeNull();
    expect(refuseSeat('enrol', student, open, otherStart)).toMatchObject(moved);
    expect(refuseSeat('buy', free, open, sameStart)).toBeNull();
    expect(refuseSeat('buy', free, open, otherStart)).toMatchObject(moved);
    expect(refuseSeat('enrol', student, { ...open, ...offered }, otherStart)).toMatchObject(moved);
    expect(refuseSeat('enrol', student, { ...open, isEnrolled: true }, otherStart)).toBeNull();
    // What they cannot change comes first.
    expect(refuseSeat('enrol', student, { ...open, ...full }, otherStart)).toMatchObject(enrolRefusals.full);
  });
});
