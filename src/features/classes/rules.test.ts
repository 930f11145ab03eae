import { describe, expect, it } from 'vitest';
import { minutesFromNow, now } from '../../testing/class-scene.ts';
import { attendanceRefusals, changeRefusals, enrolRefusals } from './contract.ts';
import {
  cancelRefusal,
  changeRefusal,
  enrolRefusal,
  eventIdOf,
  isDoorOpen,
  leaveRefusal,
  refundsLeaving,
  rollRefusal,
  seatsByDefault,
  seatsLeft,
  showsClass,
  statusAt,
} from './rules.ts';

const open = {
  status: 'scheduled',
  startsAt: minutesFromNow(60),
  seatsTaken: 3,
  maxStudents: 12,
  isHeld: false,
} as const;

describe('taking a seat', () => {
  it('is possible while there is one and the class has not begun', () => {
    expect(enrolRefusal(open, now)).toBeNull();
    expect(enrolRefusal({ ...open, startsAt: new Date(now.getTime() + 1) }, now)).toBeNull();
  });

  it('ends at the very start', () => {
    expect(enrolRefusal({ ...open, startsAt: now }, now)).toBe(enrolRefusals.alreadyStarted);
  });

  it('ends with the last seat', () => {
    expect(enrolRefusal({ ...open, seatsTaken: 11 }, now)).toBeNull();
    expect(enrolRefusal({ ...open, seatsTaken: 12 }, now)).toBe(enrolRefusals.full);
  });

  it('is refused by a cancelled class for that reason, and by one that was held as begun', () => {
    expect(enrolRefusal({ ...open, status: 'cancelled', seatsTaken: 12 }, now)).toBe(enrolRefusals.cancelled);
    expect(enrolRefusal({ ...open, status: 'done' }, now)).toBe(enrolRefusals.alreadyStarted);
  });
});

it('a seat is given back until the start', () => {
  expect(leaveRefusal({ startsAt: minutesFromNow(1) }, now)).toBeNull();
  expect(leaveRefusal({ startsAt: now }, now)).toBe(enrolRefusals.alreadyStarted);
});

it('the door opens fifteen minutes before the start and closes at the end', () => {
  const at = (minutes: number) => isDoorOpen({ startsAt: minutesFromNow(minutes), durationMinutes: 60 }, now);
  expect([16, 15, 0, -59, -60].map(at)).toEqual([false, true, true, true, false]);
});

it('a club has six seats unless said otherwise, a class twelve', () => {
  expect([seatsByDefault('club'), seatsByDefault('class')]).toEqual([6, 12]);
});

it('seats left are never fewer than none', () => {
  expect(seatsLeft({ seatsTaken: 9, maxStudents: 12 })).toBe(3);
  expect(seatsLeft({ seatsTaken: 9, maxStudents: 6 })).toBe(0);
});

describe('the life of a class', () => {
  const hour = { startsAt: now, durationMinutes: 60, status: 'scheduled' as const };

  it('is done from its end on, unless it was cancelled', () => {
    expect(statusAt(hour, minutesFromNow(59))).toBe('scheduled');
    expect(statusAt(hour, minutesFromNow(60))).toBe('done');
    expect(statusAt({ ...hour, status: 'cancelled' }, minutesFromNow(90))).toBe('cancelled');
  });

  it('can change until it starts', () => {
    expect(changeRefusal(hour, minutesFromNow(-1))).toBeNull();
    expect(changeRefusal(hour, now)).toBe(enrolRefusals.alreadyStarted);
    expect(changeRefusal({ ...hour, status: 'cancelled' }, minutesFromNow(-1))).toBe(enrolRefusals.cancelled);
  });

  it('can be cancelled until its end, unless somebody was there', () => {
    const unheld = { ...hour, wasHeld: false };
    expect(cancelRefusal(unheld, minutesFromNow(59))).toBeNull();
    expect(cancelRefusal(unheld, minutesFromNow(60))).toBe(changeRefusals.alreadyOver);
    expect(cancelRefusal({ ...unheld, wasHeld: true }, now)).toBe(changeRefusals.alreadyHeld);
    expect(cancelRefusal({ ...unheld, status: 'cancelled' }, now)).toBe(enrolRefusals.cancelled);
  });

  it('has its roll called from its start on, for good', () => {
    expect(rollRefusal(hour, minutesFromNow(-1))).toBe(attendanceRefusals.notStarted);
    expect(rollRefusal(hour, now)).toBeNull();
    expect(rollRefusal(hour, minutesFromNow(100_000))).toBeNull();
    expect(rollRefusal({ ...hour, status: 'cancelled' }, now)).toBe(enrolRefusals.cancelled);
  });

  it('gives the money of a seat back to whoever leaves a day before, or earlier', () => {
    expect(refundsLeaving({ startsAt: minutesFromNow(24 * 60) }, now)).toBe(true);
    expect(refundsLeaving({ startsAt: minutesFromNow(24 * 60 - 1) }, now)).toBe(false);
  });
});

it('an event that shows a class is known by its id, which Google takes', () => {
  const id = eventIdOf('019a0000-0000-7000-8000-00000000beef');
  expect(id).toMatch(/^[a-v0-9]{5,1024}$/);
  expect(showsClass(id)).toBe(true);
  for (const other of ['event0198', 'sumi', `${id}0`, `x${id}`, id.toUpperCase()])
    expect(showsClass(other)).toBe(false);
});
