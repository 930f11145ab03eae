import { expect, it } from 'vitest';
import {
  type ChangeFacts,
  type ChangePlan,
  type ComingClass,
  changesOf,
  planChange,
} from './change-rules.ts';
import { moveByDays, moveToWeekdays } from './series-rules.ts';

/** 24 November 2026 is a Tuesday. The series has its classes until Friday 11 December, unless a case says otherwise. */
const from = '2026-11-24';
const madeUntil = '2026-12-11';

type Case = {
  weekdays: number[];
  /**
   * The days of its classes; those in brackets are left as they are, and one that was moved by itself says from where:
   * `11-24>11-26`.
   */
  classes: string[];
  endsOn?: string | null;
  goneDays?: string[];
  holidays?: string[];
  madeToday?: string;
  /** Days before this one are over. */
  now?: string;
  /** The classes get another time of the clock. */
  changesTime?: boolean;
  /** What is asked. */
  to?: number[];
  by?: number;
  until?: string | null;
};

type Expected = Partial<
  Pick<ChangePlan, 'cancelled' | 'single' | 'added' | 'skipped' | 'leftAfterEnd' | 'madeUntil'> & {
    kept: Record<string, number>;
    begun: string[];
    endsOn: string | null;
  }
>;

const day = (short: string) => `${short < '06' ? 2027 : 2026}-${short}`;
const shortly = (days: readonly string[]) => days.map((each) => each.slice(5));

function plan(asked: Case) {
  const { weekdays, to, by = 0, until, endsOn = null } = asked;
  const classes = asked.classes.map((written): ComingClass => {
    const bare = written.replaceAll(/[()]/g, '');
    const [seriesDay = '', actual = seriesDay] = bare.split('>');
    return { id: actual, seriesDay: day(seriesDay), day: day(actual), stays: written !== bare };
  });
  const facts: ChangeFacts = {
    from,
    classes,
    goneDays: (asked.goneDays ?? []).map(day),
    holidays: new Set((asked.holidays ?? []).map(day)),
    madeToday: day(asked.madeToday ?? '12-11'),
    isOver: (each) => each < day(asked.now ?? '11-20'),
    changesTime: asked.changesTime ?? false,
  };
  const series = { weekdays, startsOn: from, endsOn: endsOn && day(endsOn), madeUntil };
  const moves = to ? moveToWeekdays(weekdays, to) : moveByDays(weekdays, by);
  const made = planChange(series, { moves, until: until && day(until) }, facts);
  return {
    kept: Object.fromEntries(made.kept),
    begun: [...made.begun],
    cancelled: made.cancelled,
    single: made.single,
    added: shortly(made.added),
    skipped: shortly(made.skipped),
    leftAfterEnd: made.leftAfterEnd,
    madeUntil: made.madeUntil.slice(5),
    endsOn: made.pattern.endsOn?.slice(5) ?? null,
  };
}

const three = ['11-24', '12-01', '12-08'];
const tuesdays = { weekdays: [2], classes: three };
const still = { '11-24': 0, '12-01': 0, '12-08': 0 };

const cases: [string, Case, Expected][] = [
  ['nothing that changes', tuesdays, { kept: still, cancelled: [], added: [], skipped: [], endsOn: null }],

  // The end.
  ['an earlier end', { ...tuesdays, until: '12-01' }, { cancelled: ['12-08'], added: [], endsOn: '12-01' }],
  [
    'an end between two classes',
    { ...tuesdays, until: '12-07' },
    { kept: { '11-24': 0, '12-01': 0 }, cancelled: ['12-08'] },
  ],
  ['an end before all of them', { ...tuesdays, until: '11-23' }, { kept: {}, cancelled: three }],
  [
    'a later end, within what the chore has made',
    { weekdays: [2], classes: three.slice(0, 1), endsOn: '11-30', until: '12-08' },
    { kept: { '11-24': 0 }, added: ['12-01', '12-08'], cancelled: [], endsOn: '12-08', madeUntil: '12-11' },
  ],
  [
    'a later end, further than what the chore makes today',
    { weekdays: [2], classes: three.slice(0, 1), endsOn: '11-30', until: '02-23' },
    { added: ['12-01', '12-08'], endsOn: '02-23', madeUntil: '12-11' },
  ],
  [
    'a series whose classes the chore stopped making at its end',
    { ...tuesdays, endsOn: '12-08', madeToday: '12-23', until: '12-31' },
    { added: ['12-15', '12-22'], madeUntil: '12-23' },
  ],
  [
    'no end any more',
    { weekdays: [2], classes: three.slice(0, 1), endsOn: '11-30', until: null },
    { added: ['12-01', '12-08'], endsOn: null },
  ],
  [
    'a later end and a holiday',
    { weekdays: [2], classes: three.slice(0, 1), endsOn: '11-30', until: '12-08', holidays: ['12-01'] },
    { added: ['12-08'], skipped: ['12-01'] },
  ],
  [
    'a later end, and a class that was cancelled before it',
    { weekdays: [2], classes: ['12-01'], endsOn: '12-01', goneDays: ['11-24'], until: '12-08' },
    { added: ['12-08'] },
  ],
  [
    'an earlier end, and a class that was changed by itself',
    { weekdays: [2], classes: ['11-24', '12-01', '(12-08)'], until: '11-30' },
    { cancelled: ['12-01'], leftAfterEnd: 1 },
  ],
  [
    'a later end on another day of the week',
    { weekdays: [2], classes: three.slice(0, 2), endsOn: '12-01', to: [4], until: '12-10' },
    { kept: { '11-24': 2, '12-01': 2 }, added: ['12-10'], cancelled: [], endsOn: '12-10' },
  ],
  [
    'an end that the classes pass as they move',
    { weekdays: [2], classes: three, endsOn: '12-08', by: 3, until: '12-08' },
    { kept: { '11-24': 3, '12-01': 3 }, cancelled: ['12-08'], endsOn: '12-08' },
  ],

  // Another date.
  [
    'another date',
    { ...tuesdays, endsOn: '12-08', by: 2 },
    { kept: { '11-24': 2, '12-01': 2, '12-08': 2 }, added: [], endsOn: '12-10', madeUntil: '12-13' },
  ],
  [
    'another date that is a holiday for one',
    { ...tuesdays, by: 1, holidays: ['12-02'] },
    { kept: { '11-24': 1, '12-08': 1 }, cancelled: ['12-01'], skipped: ['12-02'] },
  ],
  [
    'another date, where a holiday had left a class out',
    { weekdays: [2], classes: ['11-24', '12-08'], by: 1, holidays: ['12-01'] },
    { kept: { '11-24': 1, '12-08': 1 }, added: ['12-02'], skipped: [] },
  ],
  [
    'another date two weeks later, where a holiday had left a class out',
    { weekdays: [2], classes: ['11-24', '12-08'], by: 14, holidays: ['12-01'] },
    { added: ['12-15'] },
  ],
  [
    'an earlier date from one holiday to another',
    { weekdays: [2], classes: ['11-24', '12-08'], by: -1, holidays: ['12-01', '11-30'] },
    { kept: { '11-24': -1, '12-08': -1 }, added: [], skipped: ['11-30'] },
  ],
  [
    'a class that stands on a holiday and does not move',
    { ...tuesdays, holidays: ['12-01'] },
    { kept: still, cancelled: [], skipped: [] },
  ],
  [
    'a class that leaves a holiday',
    { ...tuesdays, holidays: ['12-01'], by: 1 },
    { kept: { '11-24': 1, '12-01': 1, '12-08': 1 }, added: [] },
  ],

  // Other days of the week.
  ['a day more', { ...tuesdays, to: [2, 4] }, { kept: still, added: ['11-26', '12-03', '12-10'] }],
  [
    'another day',
    { ...tuesdays, to: [4] },
    { kept: { '11-24': 2, '12-01': 2, '12-08': 2 }, added: [], cancelled: [] },
  ],
  [
    'another day that is a holiday for one',
    { ...tuesdays, to: [4], holidays: ['12-03'] },
    { kept: { '11-24': 2, '12-08': 2 }, cancelled: ['12-01'], skipped: ['12-03'] },
  ],
  [
    'another day, where a holiday had left a class out',
    { weekdays: [2], classes: ['11-24', '12-08'], to: [4], holidays: ['12-01'] },
    { added: ['12-03'] },
  ],
  [
    'another day, in a week whose class was deleted',
    { weekdays: [2], classes: ['11-24', '12-08'], to: [4] },
    { added: [] },
  ],
  [
    'a day fewer',
    { weekdays: [2, 4], classes: ['11-24', '11-26', '12-01'], to: [2] },
    { kept: { '11-24': 0, '12-01': 0 }, cancelled: ['11-26'], single: [] },
  ],
  [
    'a day fewer, and a class of it that was changed by itself',
    { weekdays: [2, 4], classes: ['11-24', '(11-26)', '12-01', '12-03'], to: [2] },
    { kept: { '11-24': 0, '12-01': 0 }, cancelled: ['12-03'], single: ['11-26'] },
  ],
  [
    'another day, to which its first class was moved by itself before',
    { weekdays: [3], classes: ['11-25>11-26', '12-02', '12-09'], to: [4] },
    { kept: { '11-26': 0, '12-02': 1, '12-09': 1 }, added: [], cancelled: [] },
  ],
  [
    'another day than the one to which its first class was moved by itself before',
    { weekdays: [3], classes: ['11-25>11-26', '12-02'], to: [1] },
    { kept: { '11-26': -3, '12-02': -2 }, cancelled: [] },
  ],
  [
    'a day more, and a class that was moved by itself before',
    { weekdays: [3], classes: ['11-25>11-26', '12-02'], to: [3, 5] },
    { kept: { '11-26': 0, '12-02': 0 }, added: ['11-27', '12-04', '12-11'] },
  ],
  [
    'another date, of a class that was moved by itself before',
    { weekdays: [3], classes: ['11-25>11-26', '12-02'], by: 1 },
    { kept: { '11-26': 1, '12-02': 1 } },
  ],
  // The Saturday after the 11th was not made yet, and becomes a Monday before it.
  [
    'an earlier day whose class was to be made later',
    { weekdays: [6], classes: ['11-28', '12-05'], to: [1] },
    { kept: { '11-28': -5, '12-05': -5 }, added: ['12-07'] },
  ],
  [
    'an earlier day that is over in the first week',
    { weekdays: [4], classes: ['11-26', '12-03'], to: [2], now: '11-25' },
    { kept: { '11-26': 0, '12-03': -2 }, cancelled: [] },
  ],
  [
    'another time, that is over for the first class',
    { ...tuesdays, changesTime: true, now: '11-25' },
    { kept: still, begun: ['11-24'], cancelled: [], added: [] },
  ],
  [
    'another time and an earlier day, both over in the first week',
    { weekdays: [4], classes: ['11-26', '12-03'], to: [2], changesTime: true, now: '11-27' },
    { kept: { '11-26': 0, '12-03': -2 }, begun: ['11-26'] },
  ],
  [
    'an earlier day that is over, at the same time',
    { weekdays: [4], classes: ['11-26', '12-03'], to: [2], now: '11-27' },
    { kept: { '11-26': 0, '12-03': -2 }, begun: [] },
  ],
  [
    'an earlier day that is over, and past the end where the class stays',
    { weekdays: [4], classes: ['11-26', '12-03'], to: [2], now: '11-25', until: '11-25' },
    { kept: {}, cancelled: ['11-26', '12-03'] },
  ],
];

it.each(cases)('planChange answers %s', (_, asked, expected) => {
  expect(plan(asked)).toMatchObject(expected);
});

it('planChange makes no class twice: what it adds is never a day that a class takes', () => {
  for (const [, asked] of cases) {
    const { kept, added } = plan(asked);
    const taken = Object.entries(kept).map(([id, offset]) => {
      const at = new Date(`${day(id)}T12:00:00Z`);
      at.setUTCDate(at.getUTCDate() + offset);
      return at.toISOString().slice(5, 10);
    });
    expect(added.filter((each) => taken.includes(each))).toEqual([]);
  }
});

type Given = Parameters<typeof changesOf>;

/** On the day on which the clocks of New York skip 02:30, a class is an hour later than its series says. */
const skipping = { startsAt: new Date('2026-03-08T07:30Z'), zone: 'America/New_York', promptCard: 'Viajes' };
const atNight = { clockTime: '02:30', zone: 'America/New_York', promptCard: 'Viajes' };
const staying = { day: '2026-03-08', offset: 0, hasBegun: false, isPivot: false };
const ownCard = { ...skipping, promptCard: 'Comida' };

it.each<[title: string, given: Given, changes: ReturnType<typeof changesOf>]>([
  ['the fields alone to a class that stays', [skipping, atNight, { title: 'A' }, staying], { title: 'A' }],
  [
    'its time in the series to a class that leaves a day without that time',
    [skipping, atNight, {}, { ...staying, offset: 1 }],
    { time: '02:30', date: '2026-03-09' },
  ],
  [
    'no clock to a class that would have begun',
    [skipping, atNight, { time: '01:00', zone: 'UTC', title: 'A' }, { ...staying, hasBegun: true }],
    { title: 'A' },
  ],
  ['no card to a club with one of its own', [ownCard, atNight, { promptCard: 'Cine' }, staying], {}],
  [
    'a card to the club of the organiser',
    [ownCard, atNight, { promptCard: 'Cine' }, { ...staying, isPivot: true }],
    { promptCard: 'Cine' },
  ],
])('changesOf gives %s', (_, given, changes) => {
  expect(changesOf(...given)).toEqual(changes);
});
