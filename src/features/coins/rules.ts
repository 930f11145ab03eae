/** The days of a streak that make a full week. */
const week = 7;

/**
 * What a day that was just practised pays: a full week, where the streak holds more of them than were paid, else a day.
 * It compares weeks and not the day's place, because a class whose roll is closed late fills a day between others.
 * `streak` is the one that the day belongs to, the day included, or null where the day lies before a gap.
 */
export function rewardOfDay(streak: { days: number; weeks: number } | null): 'day' | 'week' {
  return streak !== null && Math.floor(streak.days / week) > streak.weeks ? 'week' : 'day';
}

/**
 * How many days of practice are missing until a day pays a full week; 1 where the next one does. `streak` as in
 * `rewardOfDay`, before that day.
 */
export function daysToFullWeek({ days, weeks }: { days: number; weeks: number }): number {
  return Math.max(1, week * (weeks + 1) - days);
}

/** Whether a month has issued so many coins that a day's practice can no longer be paid in full. */
export function isSpent({ ceiling, issued, largest }: { ceiling: number; issued: number; largest: number }) {
  return ceiling - issued < largest;
}

/** The first day of the month after `month` (`yyyy-mm-01`). */
export function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 1)).toISOString().slice(0, 10);
}
