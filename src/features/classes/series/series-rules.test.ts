import { describe, expect, it } from 'vitest';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { daysOf, daysToMake, madeUntil, moveToWeekdays, offsetOf, shiftWeekdays } from './series-rules.ts';

const [monday, tuesday, thursday, sunday] = [1, 2, 4, 7];
/** 24 November 2026 is a Tuesday. */
const from = '2026-11-24';
const series = (weekdays: number[], endsOn: string | null = null) => ({ weekdays, startsOn: from, endsOn });

describe('the days of a series', () => {
  it.each([
    ['one day of the week', series([tuesday]), '2026-12-08', ['2026-11-24', '2026-12-01', '2026-12-08']],
    ['two', series([tuesday, thursday]), '2026-12-01', ['2026-11-24', '2026-11-26', '2026-12-01']],
    ['a day before the first one', series([monday]), '2026-12-07', ['2026-11-30', '2026-12-07']],
    ['an end, included', series([tuesday], '2026-12-01'), '2027-12-01', ['2026-11-24', '2026-12-01']],
    ['an end between two', series([tuesday], '2026-12-07'), '2027-12-01', ['2026-11-24', '2026-12-01']],
    ['the turn of a year', series([sunday]), '2026-11-29', ['2026-11-29']],
    ['29 February', { ...series([tuesday]), startsOn: '2028-02-29' }, '2028-03-01', ['2028-02-29']],
    ['an end before the first day', series([thursday], '2026-11-25'), '2027-01-01', []],
  ])('are right for %s', (_, pattern, to, days) => {
    expect(daysOf(pattern, { from, to })).toEqual(days);
  });

  it('begin in the middle of a series where they are asked for', () => {
    expect(daysOf(series([tuesday]), { from: '2026-12-02', to: '2026-12-15' })).toEqual([
      '2026-12-08',
      '2026-12-15',
    ]);
  });

  it('end after two years, whatever is asked for', () => {
    expect(daysOf(series([tuesday]), { from, to: '9999-12-31' }).at(-1)).toBe('2028-11-21');
  });
});

describe('the days to make', () => {
  it('are those of the eight weeks from today on that are not made yet', () => {
    const made = { done: madeUntil(from), today: '2026-12-01' };
    expect(madeUntil(from)).toBe('2027-01-18');
    expect(daysToMake(series([tuesday, thursday]), made)).toEqual(['2027-01-19', '2027-01-21']);
    expect(daysToMake(series([tuesday]), { ...made, today: from })).toEqual([]);
  });

  it('reach eight weeks past the first day of a series that begins later', () => {
    expect(madeUntil(from, '2027-02-01')).toBe('2027-03-28');
  });
});

describe('the start of a class of a series', () => {
  it.each([
    // New York leaves daylight saving time on 1 November 2026, Madrid on 25 October, Bogotá never.
    ['America/New_York', '2026-10-27', '19:00', '2026-10-27T23:00Z'],
    ['America/New_York', '2026-11-03', '19:00', '2026-11-04T00:00Z'],
    ['Europe/Madrid', '2026-10-20', '19:00', '2026-10-20T17:00Z'],
    ['Europe/Madrid', '2026-10-27', '19:00', '2026-10-27T18:00Z'],
    ['Europe/Madrid', '2027-03-30', '19:00', '2027-03-30T17:00Z'],
    ['America/Bogota', '2026-11-03', '19:00', '2026-11-04T00:00Z'],
    // 02:30 does not happen on 28 March 2027 in Madrid, and twice on 25 October 2026: the first.
    ['Europe/Madrid', '2027-03-28', '02:30', '2027-03-28T01:30Z'],
    ['Europe/Madrid', '2026-10-25', '02:30', '2026-10-25T00:30Z'],
  ])('in %s on %s at %s keeps the clock of its zone', (zone, date, time, instant) => {
    expect(instantAtOrLater({ date, time, zone })).toEqual(new Date(instant));
  });
});

describe('a series whose classes move by days', () => {
  it.each([
    [[2, 4], 1, [3, 5]],
    [[2, 4], -1, [1, 3]],
    [[7], 1, [1]],
    [[1, 7], -1, [6, 7]],
    [[3], 14, [3]],
    [[1, 5], -8, [4, 7]],
  ])('has the days of the week %j, %i days later', (weekdays, days, shifted) => {
    expect(shiftWeekdays(weekdays, days)).toEqual(shifted);
  });
});

/** Offsets from Monday to Sunday, the days that go, and those that come. */
it.each([
  ['another day', [1], [2], [1, 0, 0, 0, 0, 0, 0], [], []],
  ['an earlier day', [5], [1], [0, 0, 0, 0, -4, 0, 0], [], []],
  ['one of two days', [1, 3], [2, 3], [1, 0, 0, 0, 0, 0, 0], [], []],
  ['both days', [2, 4], [1, 3], [0, -1, 0, -1, 0, 0, 0], [], []],
  ['a day more', [1], [1, 4], [0, 0, 0, 0, 0, 0, 0], [], [4]],
  ['another day and one more', [3], [5, 7], [0, 0, 2, 0, 0, 0, 0], [], [7]],
  ['a day fewer', [1, 3, 5], [1, 5], [0, 0, 0, 0, 0, 0, 0], [3], []],
  ['one day in place of two', [2, 4], [6], [0, 4, 0, 0, 0, 0, 0], [4], []],
  ['the same days, said twice', [1, 3], [3, 1, 1], [0, 0, 0, 0, 0, 0, 0], [], []],
])('moveToWeekdays to %s', (_, before, after, offsets, dropped, added) => {
  const weekdays = [...new Set(after)].sort();
  expect(moveToWeekdays(before, after)).toEqual({ weekdays, offsets, dropped, added });
});

it('offsetOf is that of the day of the week', () => {
  const moves = moveToWeekdays([2, 4], [3, 7]);
  expect(['2026-11-24', '2026-11-26', '2026-11-25'].map((day) => offsetOf(moves, day))).toEqual([1, 3, 0]);
});
