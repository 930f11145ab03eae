import { describe, expect, it } from 'vitest';
import { defaultRules } from '../../../testing/class-scene.ts';
import { momentOf, msToNextChange } from './class-moment.ts';

const start = Date.parse('2026-11-20T18:00:00Z');
const minutesFromStart = (minutes: number) => new Date(start + minutes * 60_000);
const liveClass = {
  startsAt: new Date(start).toISOString(),
  durationMinutes: 60,
  status: 'scheduled',
  kind: 'class',
  isEnrolled: false,
  hasMeetLink: true,
  meetLink: null,
  rules: defaultRules,
  pausedUntil: null,
  bookedUpUntil: null,
} as const;

describe('momentOf', () => {
  it('answers upcoming, live from the start on, and ended from the end on', () => {
    const at = (minutes: number) => momentOf(liveClass, minutesFromStart(minutes));
    expect([-1, 0, 59, 60].map(at)).toEqual(['upcoming', 'live', 'live', 'ended']);
  });

  it('answers cancelled or ended as soon as the status says so', () => {
    expect(momentOf({ ...liveClass, status: 'cancelled' }, minutesFromStart(-60))).toBe('cancelled');
    expect(momentOf({ ...liveClass, status: 'done' }, minutesFromStart(10))).toBe('ended');
  });
});

describe('msToNextChange', () => {
  it('answers the time until just after the next meeting opens, class starts or class ends', () => {
    const seconds = (minutes: number) =>
      Number(msToNextChange([liveClass], minutesFromStart(minutes))) / 1000;
    expect(seconds(-20)).toBe(5 * 60 + 2);
    expect(seconds(-15)).toBe(2);
    expect(seconds(-10)).toBe(10 * 60 + 2);
    expect(seconds(10)).toBe(50 * 60 + 2);
  });

  it('answers the time until just after the reader may book a club again', () => {
    for (const until of ['pausedUntil', 'bookedUpUntil'] as const) {
      const club = { ...liveClass, kind: 'club', [until]: minutesFromStart(-60).toISOString() } as const;
      expect(msToNextChange([club], minutesFromStart(-61))).toBe(62_000);
    }
  });

  it('answers the time until a class starts for an organiser, whose class has nothing of a seat', () => {
    const { isEnrolled, pausedUntil, bookedUpUntil, ...managed } = liveClass;
    expect(msToNextChange([managed], minutesFromStart(-1))).toBe(62_000);
  });

  it('answers false when every class has ended, was cancelled or is days away', () => {
    expect(msToNextChange([], minutesFromStart(0))).toBe(false);
    expect(msToNextChange([liveClass], minutesFromStart(61))).toBe(false);
    expect(msToNextChange([{ ...liveClass, status: 'cancelled' }], minutesFromStart(-20))).toBe(false);
    expect(msToNextChange([liveClass], minutesFromStart(-60 * 24 * 3))).toBe(false);
  });

  it('answers the time until just after a list of one day ends, and nothing once it has ended', () => {
    const midnight = minutesFromStart(30).getTime();
    expect(msToNextChange([liveClass], minutesFromStart(10), midnight)).toBe(20 * 60_000 + 2000);
    expect(msToNextChange([], minutesFromStart(29), midnight)).toBe(62_000);
    expect(msToNextChange([], minutesFromStart(31), midnight)).toBe(false);
  });

  it('answers half a minute while a meeting link is due and missing', () => {
    const enrolled = { ...liveClass, isEnrolled: true };
    expect(msToNextChange([enrolled], minutesFromStart(-20))).toBe(302_000);
    expect(msToNextChange([enrolled], minutesFromStart(-10))).toBe(30_000);
    expect(msToNextChange([{ ...enrolled, meetLink: 'https://meet.example/x' }], minutesFromStart(-10))).toBe(
      602_000,
    );
  });

  it('answers the time until the door of a club closes, and awaits no link after that', () => {
    const club = { ...liveClass, kind: 'club', isEnrolled: true } as const;
    expect(msToNextChange([{ ...club, meetLink: 'https://meet.example/x' }], minutesFromStart(5))).toBe(
      302_000,
    );
    expect(msToNextChange([club], minutesFromStart(11))).toBe(49 * 60_000 + 2000);
  });
});
