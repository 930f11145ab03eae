import { expect, it } from 'vitest';
import { followingIn, type News } from './following-in.ts';

/** 19:00 on 1 December in Bogotá. */
const startsAt = '2026-12-02T00:00:00.000Z';
const of = (until: string | null | undefined) => ({
  startsAt,
  zone: 'America/Bogota',
  repeats: until === undefined ? null : { weekdays: [2], until },
});
const [hour, hourOfAll, othersAlone]: News[] = [
  { from: startsAt, ofSeries: false },
  { from: startsAt, ofSeries: true },
  { from: null, ofSeries: true },
] as const;

it.each([
  ['a class by itself that was cancelled', undefined, 'cancelled', null],
  ['one of an open series that was cancelled', null, 'cancelled', null],
  ['one that was cancelled before the end of its series', '2026-12-08', 'cancelled', null],
  ['the last one, cancelled alone', '2026-12-01', 'cancelled', null],
  ['one whose series ended before it', '2026-11-30', 'cancelled', 'cancelled'],
  ['one that was moved alone', null, hour, null],
  ['one that was moved with those that follow', null, hourOfAll, 'moved'],
  ['one that stays while others move', '2026-12-08', othersAlone, 'moved'],
  ['one that lacks learners', '2026-11-30', 'few-come-with-you', null],
] as [string, string | null | undefined, News, ReturnType<typeof followingIn>][])(
  'followingIn of %s',
  (_, until, news, expected) => {
    expect(followingIn(of(until), news)).toBe(expected);
  },
);
