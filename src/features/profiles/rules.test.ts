import { expect, it } from 'vitest';
import {
  clocksDiffer,
  coverMissedDays,
  earliestHoliday,
  firstName,
  holidayRefusal,
  hoursAndMinutes,
  partOfDay,
} from './rules.ts';

it('partOfDay goes by the hour, and is evening until five', () => {
  expect([0, 4, 5, 11, 12, 18, 19, 23].map(partOfDay)).toEqual([
    'evening',
    'evening',
    'morning',
    'morning',
    'afternoon',
    'afternoon',
    'evening',
    'evening',
  ]);
});

it('firstName is the first word of a name', () => {
  expect(firstName('  Ximena  Robles ')).toBe('Ximena');
  expect(firstName('小林')).toBe('小林');
});

it('hoursAndMinutes splits the minutes of learning into hours and minutes', () => {
  expect(hoursAndMinutes(0)).toEqual({ hours: 0, minutes: 0 });
  expect(hoursAndMinutes(59)).toEqual({ hours: 0, minutes: 59 });
  expect(hoursAndMinutes(200)).toEqual({ hours: 3, minutes: 20 });
});

const week = { firstDay: '2026-05-06', lastDay: '2026-05-12' };
it.each([
  { what: 'practice today', last: '2026-05-10', kept: '', broken: false },
  { what: 'practice yesterday', last: '2026-05-09', kept: '', broken: false },
  { what: 'a missed day', last: '2026-05-08', kept: '', broken: true },
  {
    what: 'a missed day and a shield',
    last: '2026-05-08',
    shields: ['2026-05-01'],
    kept: '09 shield',
    broken: false,
  },
  {
    what: 'a shield bought on the missed day',
    last: '2026-05-08',
    shields: ['2026-05-09'],
    kept: '09 shield',
    broken: false,
  },
  {
    what: 'a shield bought after the missed day',
    last: '2026-05-08',
    shields: ['2026-05-10'],
    kept: '',
    broken: true,
  },
  {
    what: 'two missed days and two shields',
    last: '2026-05-07',
    shields: ['2026-05-08', '2026-05-01'],
    kept: '08 shield, 09 shield',
    broken: false,
  },
  {
    what: 'two missed days and a shield',
    last: '2026-05-07',
    shields: ['2026-05-01'],
    kept: '08 shield',
    broken: true,
  },
  {
    what: 'a holiday',
    last: '2026-05-07',
    holidays: [week],
    shields: ['2026-05-01'],
    kept: '08 holiday, 09 holiday',
    broken: false,
  },
  {
    what: 'a missed day before a holiday',
    last: '2026-05-04',
    holidays: [week],
    shields: ['2026-05-01'],
    kept: '05 shield, 06 holiday, 07 holiday, 08 holiday, 09 holiday',
    broken: false,
  },
  { what: 'a year without', last: '2025-05-10', kept: '', broken: true },
  {
    what: 'practice tomorrow already, counted before a journey west',
    last: '2026-05-11',
    kept: '',
    broken: false,
  },
])('a streak with $what is broken: $broken', ({ last, holidays = [], shields = [], kept, broken }) => {
  const covered = coverMissedDays({ last, today: '2026-05-10', holidays, shields });
  expect(covered.kept.map(({ day, by }) => `${day.slice(8)} ${by}`).join(', ')).toBe(kept);
  expect(covered.broken).toBe(broken);
});

it.each([
  { firstDay: '2026-05-11', lastDay: '2026-05-24', refused: null },
  { firstDay: '2026-05-11', lastDay: '2026-05-11', refused: null },
  { firstDay: '2026-05-10', lastDay: '2026-05-12', refused: 'not-ahead' },
  { firstDay: '2026-05-01', lastDay: '2026-05-20', refused: 'not-ahead' },
  { firstDay: '2026-05-14', lastDay: '2026-05-13', refused: 'not-ahead' },
  { firstDay: '2026-05-11', lastDay: '2026-05-25', refused: 'too-long' },
  { firstDay: '2026-05-31', lastDay: '2026-06-02', refused: 'too-soon', before: '2026-05-01' },
  { firstDay: '2026-06-01', lastDay: '2026-06-02', refused: null, before: '2026-05-01' },
])(
  'a holiday from $firstDay to $lastDay is refused on 10 May: $refused',
  ({ refused, before, ...holiday }) => {
    const today = '2026-05-10';
    const earliest = earliestHoliday(today, before ?? null, 30);
    expect(holidayRefusal({ ...holiday, today, earliest, most: 14 })).toBe(refused);
  },
);

it('clocksDiffer compares zones by their clocks, in both halves of the year', () => {
  const november = new Date('2026-11-20T10:00:00.000Z');
  expect(clocksDiffer('America/Mexico_City', 'America/Costa_Rica', november)).toBe(false);
  expect(clocksDiffer('America/Mexico_City', 'America/Bogota', november)).toBe(true);
  // The same in winter alone.
  expect(clocksDiffer('America/Mexico_City', 'America/Chicago', november)).toBe(true);
});
