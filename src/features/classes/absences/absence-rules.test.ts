import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AbsenceRules } from '../set-rules/class-rules.ts';
import {
  countedAbsences,
  excusesItself,
  isExcusedBy,
  type LeftClub,
  leavesFreeUntil,
  leavesLate,
  leavesLateAtOnce,
  pausedUntil,
  pauseRefusal,
} from './absence-rules.ts';

const rules: AbsenceRules = { freeHours: 3, pausingAbsences: 3, countedDays: 30, pauseDays: 7 };
const now = new Date('2026-11-20T10:00:00Z');
const hours = (count: number) => new Date(now.getTime() + count * 3600_000);
const days = (count: number) => hours(count * 24);

describe('leavesLate', () => {
  const seat = { paymentId: null, heldUntil: null, agreedAt: days(-2), givenLate: false };
  const coming = { kind: 'club', status: 'scheduled', startsAt: hours(2), movedAt: null } as const;
  const club: LeftClub = { ...coming, lacksTeacher: false, seat };
  const cases: [string, LeftClub, boolean][] = [
    ['two hours before a club', club, true],
    ['a minute less than three hours before', { ...club, startsAt: new Date(+hours(3) - 60_000) }, true],
    ['exactly three hours before', { ...club, startsAt: hours(3) }, false],
    ['a day before', { ...club, startsAt: hours(24) }, false],
    ['two hours before a class that is no club', { ...club, kind: 'class' }, false],
    ['a club that was cancelled', { ...club, status: 'cancelled' }, false],
    ['a bought seat', { ...club, seat: { ...seat, paymentId: 'paid' } }, false],
    ['a seat that is only offered', { ...club, seat: { ...seat, heldUntil: hours(1) } }, false],
    ['a club that was moved after the student enrolled', { ...club, movedAt: days(-1) }, false],
    ['a club that was moved before the student enrolled', { ...club, movedAt: days(-3) }, true],
    ['a club whose host may no longer give it', { ...club, lacksTeacher: true }, false],
  ];
  it.each(cases)('%s', (_says, left, late) => {
    expect(leavesLate(left, rules, now)).toBe(late);
  });

  it('is decided by the hours of the rules, which leavesFreeUntil says', () => {
    expect(leavesFreeUntil(club, { freeHours: 1 })).toEqual(hours(1));
    expect(leavesLate(club, { freeHours: 1 }, now)).toBe(false);
    expect(leavesLate(club, { freeHours: 0 }, now)).toBe(false);
    expect(leavesFreeUntil({ ...club, kind: 'class' }, rules)).toBeNull();
  });
});

describe('leavesLateAtOnce', () => {
  const club = { kind: 'club', status: 'scheduled', startsAt: hours(2) } as const;
  it.each([
    ['a club two hours away', club, true],
    ['a club exactly three hours away', { ...club, startsAt: hours(3) }, false],
    ['a class', { ...club, kind: 'class' }, false],
  ] as const)('of %s', (_says, soon, late) => {
    expect(leavesLateAtOnce(soon, rules, now)).toBe(late);
  });
});

describe('pausedUntil', () => {
  const cases: [string, number[], Partial<AbsenceRules>, number | null][] = [
    ['no absence', [], {}, null],
    ['two absences', [-2, -1], {}, null],
    ['three absences, the last just now', [-20, -10, 0], {}, 7],
    ['three absences, the last six days ago', [-20, -10, -6], {}, 1],
    ['three absences, the last a week ago', [-20, -10, -7], {}, null],
    ['three absences, the first a little less than 30 days before the last', [-29.9, -10, 0], {}, 7],
    ['three absences, the first 30 days before the last', [-30, -10, 0], {}, null],
    ['a fourth absence within 30 days pauses again', [-20, -15, -10, -1], {}, 6],
    ['a fourth absence that has only one of them within 30 days', [-40, -35, -12, -1], {}, null],
    ['absences in any order', [0, -20, -10], {}, 7],
    ['one absence, where one pauses', [-1], { pausingAbsences: 1 }, 6],
    ['three absences, where a day is paused', [-2, -1, 0], { pauseDays: 1 }, 1],
    ['three absences, of which two count in ten days', [-20, -5, 0], { countedDays: 10 }, null],
    ['an absence that is to come', [-2, -1, 1], {}, null],
  ];
  it.each(cases)('%s', (_says, recorded, changed, until) => {
    const end = pausedUntil(recorded.map(days), { ...rules, ...changed }, now);
    expect(end).toEqual(until === null ? null : days(until));
  });

  it('is never later with one absence less', () => {
    const times = fc.array(fc.integer({ min: -60 * 24, max: 0 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(times, fc.nat(), (at, which) => {
        const all = at.map(hours);
        const less = all.toSpliced(which % all.length, 1);
        const end = (recorded: Date[]) => pausedUntil(recorded, rules, now)?.getTime() ?? 0;
        expect(end(less)).toBeLessThanOrEqual(end(all));
      }),
    );
  });

  it('has at least as many causes as pause, within the days that count', () => {
    const times = fc.array(fc.integer({ min: -60 * 24, max: 0 }), { maxLength: 12 });
    fc.assert(
      fc.property(times, (at) => {
        const end = pausedUntil(at.map(hours), rules, now);
        if (end === null) return;
        const cause = new Date(end.getTime() - 7 * 24 * 3600_000);
        expect(countedAbsences(at.map(hours), rules, cause)).toBeGreaterThanOrEqual(3);
      }),
    );
  });
});

describe('countedAbsences', () => {
  it('counts those of the last 30 days', () => {
    expect(countedAbsences([days(-31), days(-30), days(-29), days(0)], rules, now)).toBe(2);
  });
});

describe('pauseRefusal', () => {
  it.each([
    ['a club while they are paused', 'club', days(1), 'classes/clubs-paused'],
    ['a club', 'club', null, undefined],
    ['a class while clubs are paused', 'class', days(1), undefined],
  ] as const)('%s', (_says, kind, paused, code) => {
    expect(pauseRefusal(kind, paused)?.code).toBe(code);
  });
});

describe('what excuses', () => {
  it.each([
    ['power', true],
    ['illness', false],
    ['work', false],
    ['other', false],
    [null, false],
  ] as const)('%s by itself: %s', (reason, excused) => {
    expect(excusesItself(reason)).toBe(excused);
    expect(isExcusedBy({ reason, excused: false })).toBe(excused);
    expect(isExcusedBy({ reason, excused: true })).toBe(true);
  });
});
