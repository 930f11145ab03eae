import { expect, it } from 'vitest';
import type { Today } from './contract.ts';
import { type DayState, dayState, isDone } from './rules.ts';

const streak: Today['streak'] = {
  today: '2026-11-20',
  practisedToday: false,
  days: 4,
  lastDays: [],
  shields: 0,
  mostShields: 2,
  holiday: null,
  earliestHoliday: '2026-11-21',
  longestHoliday: 14,
};
const from = (firstDay: string, lastDay: string) => ({ firstDay, lastDay });

const states: [DayState, Partial<Today['streak']>][] = [
  ['kept', { practisedToday: true }],
  ['kept', { practisedToday: true, holiday: from('2026-11-20', '2026-11-22') }],
  ['holiday', { holiday: from('2026-11-20', '2026-11-20') }],
  ['holiday', { holiday: from('2026-11-18', '2026-11-20'), days: 0 }],
  ['open', { holiday: from('2026-11-21', '2026-11-24') }],
  ['open', {}],
  ['new', { days: 0 }],
];

it.each(states)('dayState is %s for %o', (expected, facts) => {
  expect(dayState({ ...streak, ...facts })).toBe(expected);
});

const videos = { done: 5, most: 5, amount: 1 };
const classes = { done: 0, most: 3, amount: 20 };
const pays = { today: 0, week: 50, daysToWeek: 3 };
const kept = { ...streak, practisedToday: true };

const days: [boolean, string, Today][] = [
  [
    true,
    'kept, all videos watched',
    { streak: kept, cup: false, coins: { videos, classes, streak: pays, resumesOn: null } },
  ],
  [
    true,
    'kept, more watched than pays',
    {
      streak: kept,
      cup: false,
      coins: { videos: { ...videos, done: 8 }, classes, streak: pays, resumesOn: null },
    },
  ],
  [
    false,
    'kept, a video left',
    {
      streak: kept,
      cup: false,
      coins: { videos: { ...videos, done: 4 }, classes, streak: pays, resumesOn: null },
    },
  ],
  [
    false,
    'kept, videos without a limit',
    {
      streak: kept,
      cup: false,
      coins: { videos: { ...videos, most: null }, classes, streak: pays, resumesOn: null },
    },
  ],
  [
    true,
    'kept, no coins this month',
    {
      streak: kept,
      cup: false,
      coins: { videos: { ...videos, done: 1 }, classes, streak: pays, resumesOn: '2026-12-01' },
    },
  ],
  [
    true,
    'kept, videos pay nothing',
    { streak: kept, cup: false, coins: { videos: null, classes, streak: pays, resumesOn: null } },
  ],
  [true, 'a kid’s, kept', { streak: kept, cup: false, coins: null }],
  [false, 'a kid’s, open', { streak, cup: false, coins: null }],
  [
    false,
    'open, all videos watched',
    { streak, cup: false, coins: { videos, classes, streak: pays, resumesOn: null } },
  ],
];

it.each(days)('isDone is %s for a day that is %s', (expected, _what, today) => {
  expect(isDone(today)).toBe(expected);
});
