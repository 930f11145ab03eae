import { describe, expect, it } from 'vitest';
import { defaultRules, eventIdOf, minutesFromNow, now } from '../../testing/class-scene.ts';
import { attendanceRefusals, changeRefusals, enrolRefusals } from './contract.ts';
import {
  cancelRefusal,
  changeRefusal,
  isDoorOpen,
  learnersMissing,
  leaveRefusal,
  offerEndsAt,
  openSeats,
  refundsLeaving,
  rollRefusal,
  seatsByDefault,
  seatsLeft,
  seatsOpenTo,
  showsClass,
  statusAt,
} from './rules.ts';

describe('learnersMissing', () => {
  const club = {
    kind: 'club',
    status: 'scheduled',
    startsAt: minutesFromNow(60),
    seatsTaken: 1,
    maxStudents: 6,
    rules: defaultRules,
  } as const;
  it.each([
    ['one learner in the last day', {}, 1],
    ['no learner', { seatsTaken: 0 }, 2],
    ['two learners', { seatsTaken: 2 }, 0],
    ['one learner a day and a minute before', { startsAt: minutesFromNow(24 * 60 + 1) }, 0],
    ['one learner a day before', { startsAt: minutesFromNow(24 * 60) }, 1],
    ['one learner in the last minute', { startsAt: minutesFromNow(1) }, 1],
    ['one learner at the start', { startsAt: now }, 0],
    ['one learner in a club that was cancelled', { status: 'cancelled' }, 0],
    ['one learner in a class', { kind: 'class' }, 0],
    ['one learner in a club of one seat', { maxStudents: 1 }, 0],
    [
      'three learners where four make a talk',
      { seatsTaken: 3, rules: { ...defaultRules, fewestLearners: 4 } },
      1,
    ],
  ] as const)('of %s is as it should be', (_case, facts, missing) => {
    expect(learnersMissing({ ...club, ...facts }, now)).toBe(missing);
  });
});

it.each([
  [4 * 24 * 60, 12 * 60],
  [48 * 60, 12 * 60],
  [24 * 60, 6 * 60],
  [2 * 60, 30],
  [61, 61 / 4],
  [40, 10],
])('with %i minutes left a seat is offered for %d minutes', (left, minutes) => {
  const offered = { startsAt: minutesFromNow(left), rules: defaultRules };
  expect(offerEndsAt(offered, now)).toEqual(minutesFromNow(minutes));
});

it('a seat is offered within the limits that administrators set', () => {
  const rules = { shortestOfferMinutes: 20, longestOfferHours: 2 };
  expect(offerEndsAt({ startsAt: minutesFromNow(40), rules }, now)).toEqual(minutesFromNow(20));
  expect(offerEndsAt({ startsAt: minutesFromNow(48 * 60), rules }, now)).toEqual(minutesFromNow(120));
});

it('a seat is offered until the start at most', () => {
  expect(offerEndsAt({ startsAt: minutesFromNow(5), rules: defaultRules }, now)).toEqual(minutesFromNow(5));
});

it('a student can give a seat back until the start', () => {
  expect(leaveRefusal({ startsAt: minutesFromNow(1) }, now)).toBeNull();
  expect(leaveRefusal({ startsAt: now }, now)).toBe(enrolRefusals.alreadyStarted);
});

it('the meeting link shows from fifteen minutes before the start to the end', () => {
  const at = (minutes: number) =>
    isDoorOpen({ startsAt: minutesFromNow(minutes), durationMinutes: 60, rules: defaultRules }, now);
  expect([16, 15, 0, -59, -60].map(at)).toEqual([false, true, true, true, false]);
});

it('a club has six seats unless said otherwise, a class twelve', () => {
  expect([seatsByDefault('club', defaultRules), seatsByDefault('class', defaultRules)]).toEqual([6, 12]);
});

it('seats left are never negative', () => {
  expect(seatsLeft({ seatsTaken: 9, maxStudents: 12 })).toBe(3);
  expect(seatsLeft({ seatsTaken: 9, maxStudents: 6 })).toBe(0);
});

it('seats are open to everybody beyond those that students wait for, and kept ones to a member who may take one', () => {
  const seats = { seatsTaken: 4, maxStudents: 6 };
  expect([0, 1, 2, 3].map((waitingCount) => openSeats({ ...seats, waitingCount }))).toEqual([2, 1, 0, 0]);
  const open = (enrol: string | null) => seatsOpenTo({ ...seats, waitingCount: 3, allowed: { enrol } });
  expect([open(null), open('classes/kept-for-waiting')]).toEqual([2, 0]);
});

describe('in the life of a class', () => {
  const hour = { startsAt: now, durationMinutes: 60, status: 'scheduled' as const };

  it('a class is done from its end on, unless it was cancelled', () => {
    expect(statusAt(hour, minutesFromNow(59))).toBe('scheduled');
    expect(statusAt(hour, minutesFromNow(60))).toBe('done');
    expect(statusAt({ ...hour, status: 'cancelled' }, minutesFromNow(90))).toBe('cancelled');
  });

  it('a class can change until it starts', () => {
    expect(changeRefusal(hour, minutesFromNow(-1))).toBeNull();
    expect(changeRefusal(hour, now)).toBe(enrolRefusals.alreadyStarted);
    expect(changeRefusal({ ...hour, status: 'cancelled' }, minutesFromNow(-1))).toBe(enrolRefusals.cancelled);
  });

  it('a class can be cancelled until its end, one without a teacher after it too, unless a student attended', () => {
    const unheld = { ...hour, lacksTeacher: false, wasHeld: false, rollClosedAt: null };
    const teacher = { byAdministrator: false };
    const administrator = { byAdministrator: true };
    expect(cancelRefusal(unheld, minutesFromNow(59), teacher)).toBeNull();
    for (const by of [teacher, administrator]) {
      expect(cancelRefusal(unheld, minutesFromNow(60), by)).toBe(changeRefusals.alreadyOver);
      expect(cancelRefusal({ ...unheld, wasHeld: true }, now, by)).toBe(changeRefusals.alreadyHeld);
    }
    const lacking = { ...unheld, lacksTeacher: true };
    expect(cancelRefusal(lacking, minutesFromNow(60), teacher)).toBeNull();
    expect(cancelRefusal({ ...lacking, wasHeld: true }, minutesFromNow(60), teacher)).toBe(
      changeRefusals.alreadyHeld,
    );
    expect(cancelRefusal({ ...unheld, status: 'cancelled' }, now, teacher)).toBe(enrolRefusals.cancelled);
    const emptyRoll = { ...unheld, rollClosedAt: now };
    expect(cancelRefusal(emptyRoll, minutesFromNow(60), administrator)).toBeNull();
    expect(cancelRefusal(emptyRoll, minutesFromNow(60), teacher)).toBe(changeRefusals.alreadyOver);
  });

  it('the roll of a class can be called from its start on', () => {
    expect(rollRefusal(hour, minutesFromNow(-1))).toBe(attendanceRefusals.notStarted);
    expect(rollRefusal(hour, now)).toBeNull();
    expect(rollRefusal(hour, minutesFromNow(100_000))).toBeNull();
    expect(rollRefusal({ ...hour, status: 'cancelled' }, now)).toBe(enrolRefusals.cancelled);
  });

  it('a student who leaves a day before the start or earlier gets a refund', () => {
    const leaves = (minutes: number, rules = defaultRules) =>
      refundsLeaving({ startsAt: minutesFromNow(minutes), rules }, now);
    expect([leaves(24 * 60), leaves(24 * 60 - 1)]).toEqual([true, false]);
    expect(leaves(24 * 60 - 1, { ...defaultRules, refundedHours: 12 })).toBe(true);
  });
});

it('the id of a calendar event says that it shows a class, in letters that Google accepts', () => {
  const id = eventIdOf('019a0000-0000-7000-8000-00000000beef');
  expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
  expect(showsClass(id)).toBe(true);
  for (const other of ['event0198', 'sumi', `${id}0`, `x${id}`, id.toUpperCase()])
    expect(showsClass(other)).toBe(false);
});
