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
    moment: new Date(startsAt.getTime() - minutes * 60_000),
  }));
}
