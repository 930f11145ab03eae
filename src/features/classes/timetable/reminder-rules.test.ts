import { describe, expect, it } from 'vitest';
import { lackIsToldAt, nextReminderAt, reminderNow } from './reminder-rules.ts';

const startsAt = new Date('2026-12-02T12:00:00Z');
const at = (minutesBefore: number) => new Date(startsAt.getTime() - minutesBefore * 60_000);

describe('the reminders of a class', () => {
  it.each([
    [1441, null, 1440],
    [1440, 'classes.starts-in-a-day', 60],
    [61, 'classes.starts-in-a-day', 60],
    [60, 'classes.starts-in-an-hour', 10],
    [10.1, 'classes.starts-in-an-hour', 10],
    [10, 'classes.starts-in-minutes', undefined],
    [0.1, 'classes.starts-in-minutes', undefined],
    [0, null, undefined],
    [-5, null, undefined],
  ] as const)(
    '%d minutes before the start are %s, and the next one is due %s minutes before',
    (before, kind, next) => {
      expect(reminderNow(startsAt, at(before))?.kind ?? null).toBe(kind);
      expect(nextReminderAt(startsAt, at(before))).toEqual(next === undefined ? undefined : at(next));
    },
  );
});

describe('the lack of learners of a club', () => {
  const mexicoCity = 'America/Mexico_City';
  it.each([
    ['at 16:00', '2026-12-02T22:00Z', 3, '2026-12-02T19:00Z', 'at 13:00'],
    ['at 10:00', '2026-12-02T16:00Z', 3, '2026-12-02T13:00Z', 'at 7:00'],
    ['at 9:59', '2026-12-02T15:59Z', 3, '2026-12-02T02:00Z', 'the evening before, at 20:00'],
    ['at 8:00', '2026-12-02T14:00Z', 3, '2026-12-02T02:00Z', 'the evening before, at 20:00'],
    ['at 1:00', '2026-12-02T07:00Z', 3, '2026-12-02T02:00Z', 'the evening before, at 20:00'],
    ['at 0:30', '2026-12-02T06:30Z', 3, '2026-12-02T03:30Z', 'at 21:30'],
    ['at 8:00, an hour before', '2026-12-02T14:00Z', 1, '2026-12-02T13:00Z', 'at 7:00'],
    ['at 18:00, twelve hours before', '2026-12-03T00:00Z', 12, '2026-12-02T02:00Z', 'the evening before'],
  ] as const)(
    'of a club %s, from %s, %d hours before, is told at %s: %s',
    (_at, start, lackToldHours, expected, _when) => {
      const club = { startsAt: new Date(start), zone: mexicoCity, rules: { lackToldHours } };
      expect(lackIsToldAt(club)).toEqual(new Date(expected));
    },
  );

  it('is told within the last day, whatever the hour and the setting', () => {
    for (let hour = 0; hour < 24; hour++) {
      for (const lackToldHours of [1, 3, 12]) {
        const start = new Date(Date.UTC(2026, 11, 2, hour, 59));
        const at = lackIsToldAt({ startsAt: start, zone: mexicoCity, rules: { lackToldHours } });
        expect(start.getTime() - at.getTime()).toBeLessThan(24 * 3600_000);
        expect(at < start).toBe(true);
      }
    }
  });
});
