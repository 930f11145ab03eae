import { hourMs, minuteMs } from '#shared/time/durations.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import type { Ruled } from '../set-rules/class-rules.ts';

/** When people are reminded of a class, in minutes before its start, the earliest first. */
export const reminders = [
  { kind: 'classes.starts-in-a-day', minutes: 24 * 60 },
  { kind: 'classes.starts-in-an-hour', minutes: 60 },
  { kind: 'classes.starts-in-minutes', minutes: 10 },
] as const;

export type Reminder = { kind: (typeof reminders)[number]['kind']; moment: Date };

/**
 * The reminder whose moment has come: after a server was away the latest alone, because the earlier ones say the same.
 * Null before the first, and once the class has started.
 */
export function reminderNow(startsAt: Date, now: Date): Reminder | null {
  if (now >= startsAt) return null;
  return momentsOf(startsAt).findLast(({ moment }) => moment <= now) ?? null;
}

/** When the next reminder is due; undefined after the last. */
export function nextReminderAt(startsAt: Date, now: Date): Date | undefined {
  return momentsOf(startsAt).find(({ moment }) => moment > now)?.moment;
}

function momentsOf(startsAt: Date): Reminder[] {
  return reminders.map(({ kind, minutes }) => ({
    kind,
    moment: new Date(startsAt.getTime() - minutes * minuteMs),
  }));
}

/**
 * The hours on the clock of a club's zone at which it is too late to ask a friend along, and when its people are told
 * instead.
 */
const night = { from: '22:00', until: '07:00' };
const evening = '20:00';

/**
 * When the host and the learners of a club that lacks learners are told: some hours before the start. Where that is at
 * night in the club's zone, they are told the evening before it, while there is time to ask a friend.
 */
export function lackIsToldAt({
  startsAt,
  zone,
  rules,
}: { startsAt: Date; zone: string } & Ruled<'lackToldHours'>): Date {
  const at = new Date(startsAt.getTime() - rules.lackToldHours * hourMs);
  const clock = clockTime(at.toISOString(), zone);
  if (clock >= night.until && clock < night.from) return at;
  const dayOfEvening = clock < night.until ? new Date(at.getTime() - 12 * hourMs) : at;
  return instantAtOrLater({ date: calendarDay(dayOfEvening.toISOString(), zone), time: evening, zone });
}
