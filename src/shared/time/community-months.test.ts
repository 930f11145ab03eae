import { describe, expect, it } from 'vitest';
import { monthsAfter, monthsBetween } from './community-months.ts';

describe('monthsAfter by the calendar of Mexico City, six hours behind UTC', () => {
  it.each([
    ['a morning in the middle of a month', '2026-11-20T16:30:00.000Z', '2026-12-20T16:30:00.000Z'],
    ['the evening of 31 January', '2027-02-01T01:00:00.000Z', '2027-03-01T01:00:00.000Z'],
    ['the evening of 30 November', '2026-12-01T02:00:00.000Z', '2026-12-31T02:00:00.000Z'],
    ['the last instant of January', '2027-02-01T05:59:59.999Z', '2027-03-01T05:59:59.999Z'],
    ['the midnight that begins February', '2027-02-01T06:00:00.000Z', '2027-03-01T06:00:00.000Z'],
    ['the midnight of UTC, on 30 January', '2027-01-31T00:00:00.000Z', '2027-03-01T00:00:00.000Z'],
    ['31 January before a leap day', '2028-01-31T18:00:00.000Z', '2028-02-29T18:00:00.000Z'],
    ['31 December', '2026-12-31T18:00:00.000Z', '2027-01-31T18:00:00.000Z'],
    [
      'an evening before the clocks went forward in 2022',
      '2022-03-16T02:00:00.000Z',
      '2022-04-16T01:00:00.000Z',
    ],
  ])('goes from %s to the same day and time of the next month', (_what, from, to) => {
    expect(monthsAfter(new Date(from)).toISOString()).toBe(to);
    expect(monthsBetween(new Date(from), new Date(to))).toBe(1);
  });

  it('goes several months at once, to the last day of the one it ends in', () => {
    const evening = new Date('2026-09-01T02:00:00.000Z');
    expect(monthsAfter(evening, 6).toISOString()).toBe('2027-03-01T02:00:00.000Z');
    expect(monthsBetween(evening, monthsAfter(evening, 6))).toBe(6);
    expect(monthsBetween(evening, monthsAfter(evening, 12))).toBe(12);
  });
});
