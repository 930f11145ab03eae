import { expect, it } from 'vitest';
import { daysFrom, stretchesOf } from './holiday-rules.ts';

it('daysFrom goes from the first to the last day, over the end of a year', () => {
  expect(daysFrom('2026-12-31', '2027-01-02')).toEqual(['2026-12-31', '2027-01-01', '2027-01-02']);
  expect(daysFrom('2026-12-25', '2026-12-25')).toEqual(['2026-12-25']);
  expect(daysFrom('2026-12-25', '2026-12-24')).toEqual([]);
});

it('stretchesOf joins the days that follow one another under one name, and no others', () => {
  const days = [
    { day: '2026-12-24', name: 'Vacaciones' },
    { day: '2026-12-25', name: 'Navidad' },
    { day: '2026-12-26', name: 'Vacaciones' },
    { day: '2026-12-27', name: 'Vacaciones' },
    { day: '2026-12-29', name: 'Vacaciones' },
  ];
  expect(stretchesOf(days).map(({ first, last, name }) => [first, last, name])).toEqual([
    ['2026-12-24', '2026-12-24', 'Vacaciones'],
    ['2026-12-25', '2026-12-25', 'Navidad'],
    ['2026-12-26', '2026-12-27', 'Vacaciones'],
    ['2026-12-29', '2026-12-29', 'Vacaciones'],
  ]);
  expect(stretchesOf(days)[2]?.days).toEqual(days.slice(2, 4));
});
