import { describe, expect, it } from 'vitest';
import { nextReminderAt, reminderNow } from './reminder-rules.ts';

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
