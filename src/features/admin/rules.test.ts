import { describe, expect, it } from 'vitest';
import { mondaysUntil, monthAround, weekAround } from './rules.ts';

const iso = ({ from, to }: { from: Date; to: Date }) => [from.toISOString(), to.toISOString()];

describe('monthAround', () => {
  it('returns the calendar month of the zone, not of UTC', () => {
    const instant = new Date('2026-12-01T04:00:00Z');
    expect(iso(monthAround(instant, 'America/Mexico_City'))).toEqual([
      '2026-11-01T06:00:00.000Z',
      '2026-12-01T06:00:00.000Z',
    ]);
    expect(iso(monthAround(instant, 'Asia/Seoul'))).toEqual([
      '2026-11-30T15:00:00.000Z',
      '2026-12-31T15:00:00.000Z',
    ]);
  });

  it('includes the hour that daylight saving adds or removes', () => {
    expect(iso(monthAround(new Date('2026-09-20T12:00:00Z'), 'America/Santiago'))).toEqual([
      '2026-09-01T04:00:00.000Z',
      '2026-10-01T03:00:00.000Z',
    ]);
  });
});

describe('weekAround', () => {
  it.each([
    ['a Monday at midnight', '2026-11-16T06:00:00Z'],
    ['a Friday', '2026-11-20T18:00:00Z'],
    ['the last minute of a Sunday', '2026-11-23T05:59:00Z'],
  ])('begins on Monday: %s', (_what, instant) => {
    expect(iso(weekAround(new Date(instant), 'America/Mexico_City'))).toEqual([
      '2026-11-16T06:00:00.000Z',
      '2026-11-23T06:00:00.000Z',
    ]);
  });
});

describe('mondaysUntil', () => {
  it('returns Mondays at local midnight, also across a change to or from daylight saving', () => {
    // Clocks went back on Sunday, 1 November 2026.
    const mondays = mondaysUntil(new Date('2026-11-04T12:00:00Z'), 'America/New_York', 3);
    expect(mondays.map(({ day, from }) => [day, from.toISOString()])).toEqual([
      ['2026-10-19', '2026-10-19T04:00:00.000Z'],
      ['2026-10-26', '2026-10-26T04:00:00.000Z'],
      ['2026-11-02', '2026-11-02T05:00:00.000Z'],
    ]);
  });
});
