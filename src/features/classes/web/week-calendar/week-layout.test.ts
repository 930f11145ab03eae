import { describe, expect, it } from 'vitest';
import { weekFrom } from '#shared/time/calendar-days.ts';
import { layOutWeek } from './week-layout.ts';

const week = weekFrom('2026-11-16');
const mexico = 'America/Mexico_City';

/** A class known by its start, an instant. */
function starting(...instants: string[]) {
  return instants.map((startsAt) => ({ startsAt }));
}

/** Every class that stands in the week: its start, its day and its hour. */
function cellsOf(classes: { startsAt: string }[], zone: string, days = week) {
  const layout = layOutWeek(classes, days, zone);
  return days.flatMap((day) =>
    layout.hours.flatMap((hour) => layout.at(day, hour).map(({ startsAt }) => [startsAt, day, hour])),
  );
}

describe('the rows of layOutWeek', () => {
  it('go from 8 to 21 in an empty week', () => {
    const { hours } = layOutWeek([], week, mexico);
    expect(hours).toEqual([8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
  });

  it('stretch up and down to the classes outside them, without gaps', () => {
    const early = layOutWeek(starting('2026-11-18T11:30:00Z'), week, mexico).hours;
    expect([early[0], early.at(-1), early.length]).toEqual([5, 21, 17]);
    const late = layOutWeek(starting('2026-11-19T05:59:00Z'), week, mexico).hours;
    expect([late[0], late.at(-1), late.length]).toEqual([8, 23, 16]);
  });

  it('stay as they are for a class of another week', () => {
    expect(layOutWeek(starting('2026-11-25T11:30:00Z'), week, mexico).hours).toHaveLength(14);
  });
});

describe('layOutWeek', () => {
  it('puts a class in the hour of its start, also at the end of that hour', () => {
    const classes = starting('2026-11-20T00:00:00Z', '2026-11-21T00:59:00Z');
    expect(cellsOf(classes, mexico)).toEqual([
      ['2026-11-20T00:00:00Z', '2026-11-19', 18],
      ['2026-11-21T00:59:00Z', '2026-11-20', 18],
    ]);
  });

  it('puts a class on the reader’s day when midnight lies between the zones', () => {
    // 23:30 of Thursday in Bogotá.
    const classes = starting('2026-11-20T04:30:00Z');
    expect(cellsOf(classes, 'America/Bogota')[0]?.slice(1)).toEqual(['2026-11-19', 23]);
    expect(cellsOf(classes, mexico)[0]?.slice(1)).toEqual(['2026-11-19', 22]);
    expect(cellsOf(classes, 'Europe/London')[0]?.slice(1)).toEqual(['2026-11-20', 4]);
  });

  it('moves a class out of the week, or into it, with its day', () => {
    // 20:00 of Sunday 22 in Bogotá is Monday 23 in Madrid.
    const sunday = starting('2026-11-23T01:00:00Z');
    expect(cellsOf(sunday, 'America/Bogota')).toHaveLength(1);
    expect(cellsOf(sunday, 'Europe/Madrid')).toHaveLength(0);
    expect(cellsOf(sunday, 'Europe/Madrid', weekFrom('2026-11-23'))).toHaveLength(1);
  });

  it('uses the local hour in a zone with a half-hour offset', () => {
    expect(cellsOf(starting('2026-11-18T12:45:00Z'), 'Asia/Kolkata')[0]?.slice(1)).toEqual([
      '2026-11-18',
      18,
    ]);
  });

  it('puts a class with an unreadable start in the first row', () => {
    expect(cellsOf(starting('2026-11-18 a las 6'), mexico)[0]?.slice(1)).toEqual(['2026-11-18', 8]);
  });
});

it('layOutWeek puts classes of the same hour in one cell, in order', () => {
  const classes = starting('2026-11-18T16:00:00Z', '2026-11-18T16:30:00Z', '2026-11-18T17:00:00Z');
  const layout = layOutWeek(classes, week, mexico);
  expect(layout.at('2026-11-18', 10)).toEqual(classes.slice(0, 2));
  expect(layout.at('2026-11-18', 11)).toEqual(classes.slice(2));
  expect(layout.on('2026-11-18')).toEqual(classes);
  expect(layout.on('2026-11-19')).toEqual([]);
});
