import { expect, it } from 'vitest';
import {
  type Contestant,
  chooseWinners,
  daysLeft,
  isHeld,
  isOver,
  minutesIn,
  missingToOvertake,
  xpPerMinute,
} from './season-rules.ts';

it.each([
  ['2026-11-01T05:59:00Z', false],
  ['2026-11-30T12:00:00Z', false],
  // Midnight in Mexico City is 06:00 UTC.
  ['2026-12-01T05:59:59Z', false],
  ['2026-12-01T06:00:00Z', true],
  ['2027-01-01T12:00:00Z', true],
])('at %s isOver says of the season of November: %s', (now, over) => {
  expect(isOver('2026-11', new Date(now))).toBe(over);
});

it.each([
  ['2026-11-01T12:00:00Z', 29],
  ['2026-11-22T07:00:00Z', 8],
  ['2026-11-30T12:00:00Z', 0],
  ['2026-12-05T12:00:00Z', 0],
])('at %s the season of November has %i days left', (now, days) => {
  expect(daysLeft('2026-11', new Date(now))).toBe(days);
});

it('daysLeft counts the leap day of February', () => {
  expect(daysLeft('2028-02', new Date('2028-02-01T12:00:00Z'))).toBe(28);
});

it.each([
  ['12h 30m', 750],
  ['3h', 180],
  ['45m', 45],
  ['0h 0m', 0],
  ['2 h 5 min', 125],
  ['1 hora, 20 minutos', 80],
  ['1h 2m 30s', 62],
  ['40s', 0],
  ['1d 2h 3m', 1563],
  ['2 días, 1 hora', 2940],
  ['2.5 h', 150],
  ['2,3h', 138],
  ['1.5 h 10 min.', 100],
  ['1:30', 90],
  ['01:30:59', 90],
  ['95', 95],
  ['', null],
  ['mucho', null],
  ['h m', null],
  ['1,250 min', null],
  ['3 semanas 2', null],
  ['1h y 5m', null],
])('the learning time "%s" has %s minutes', (text, minutes) => {
  expect(minutesIn(text)).toBe(minutes);
});

it.each([
  [600, '0h 10m', 60],
  [609, '0h 10m', 60],
  [610, '0h 10m', 61],
  [500, '0h 0m', 500],
  [0, '0h 0m', 0],
  [500, 'mucho', null],
])('%i of experience in "%s" is %s for each minute', (exp, time, rate) => {
  expect(xpPerMinute(exp, time)).toBe(rate);
});

it.each([
  [60, null, false],
  [61, null, true],
  [61, false, false],
  [null, null, false],
  [60, true, true],
  [null, true, true],
])('isHeld of a row with %s of experience for each minute and the review %s is %s', (rate, review, held) => {
  expect(isHeld({ xpPerMinute: rate, review }, { mostXpPerMinute: 60 })).toBe(held);
});

const settings = { prizes: [500, 300, 200], mostXpPerMinute: 60, fewestParticipants: 1 };
const row = (username: string, more: Partial<Contestant> = {}): Contestant => ({
  id: username,
  username,
  language: 'en',
  totalExp: 100,
  xpPerMinute: 10,
  review: null,
  ...more,
});
const won = (rows: Contestant[], how = settings) =>
  chooseWinners(rows, how).map(({ row: { username, language }, place, coins }) =>
    [language, place, username, coins].join(' '),
  );

it.each<[says: string, rows: Contestant[], winners: string[]]>([
  ['no row', [], []],
  ['one row', [row('a')], ['en 1 a 500']],
  ['four rows', [row('a'), row('b'), row('c'), row('d')], ['en 1 a 500', 'en 2 b 300', 'en 3 c 200']],
  [
    'two languages',
    [row('a'), row('b', { language: 'fr' }), row('c')],
    ['en 1 a 500', 'en 2 c 300', 'fr 1 b 500'],
  ],
  ['a row without experience', [row('a'), row('b', { totalExp: 0 })], ['en 1 a 500']],
  ['a held row', [row('a', { xpPerMinute: 61 }), row('b')], ['en 1 b 500']],
  ['a released row', [row('a', { xpPerMinute: 61, review: false }), row('b')], ['en 1 a 500', 'en 2 b 300']],
  ['a row without a time', [row('a', { xpPerMinute: null })], ['en 1 a 500']],
  ['a user name twice', [row('a'), row('A'), row('b')], ['en 1 a 500', 'en 2 b 300']],
  ['a user name in two languages', [row('a'), row('a', { language: 'fr' })], ['en 1 a 500', 'fr 1 a 500']],
])('chooseWinners with %s', (_, rows, winners) => {
  expect(won(rows)).toEqual(winners);
});

it('chooseWinners gives no prize of 0 coins', () => {
  expect(won([row('a'), row('b')], { ...settings, prizes: [500, 0, 0] })).toEqual(['en 1 a 500']);
});

it('chooseWinners gives no prize in a language with fewer user names that have experience than the setting', () => {
  const rows = [
    ...[row('a'), row('b', { xpPerMinute: 61 })],
    ...[row('a', { language: 'Imgles' }), row('A', { language: 'Imgles' })],
    row('c', { language: 'Imgles', totalExp: 0 }),
  ];
  expect(won(rows, { ...settings, fewestParticipants: 2 })).toEqual(['en 1 a 500']);
  expect(won(rows, { ...settings, fewestParticipants: 3 })).toEqual([]);
});

it.each([
  ['xp', [100, 5], [150, 9], 51],
  ['xp', [100, 9], [150, 5], 50],
  ['xp', [150, 5], [150, 9], 1],
  ['streak', [100, 5], [150, 9], 5],
  ['streak', [150, 5], [100, 9], 4],
] as const)('by %s, %j needs to overtake %j by %j', (order, own, before, missing) => {
  const figures = ([totalExp, streakDays]: readonly [number, number]) => ({ totalExp, streakDays });
  expect(missingToOvertake(figures(own), figures(before), order)).toBe(missing);
});
