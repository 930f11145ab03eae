import type { PaidPractice, Today } from './contract.ts';

/**
 * What a day is for the streak: `kept` by practice, covered by a `holiday`, still `open` for a streak to go on, or the
 * day on which one can begin (`new`).
 */
export type DayState = 'kept' | 'holiday' | 'open' | 'new';

export function dayState({ practisedToday, holiday, today, days }: Today['streak']): DayState {
  if (practisedToday) return 'kept';
  if (holiday && holiday.firstDay <= today && today <= holiday.lastDay) return 'holiday';
  return days > 0 ? 'open' : 'new';
}

/** How often practice can still give coins today; null without a daily limit. */
export function timesLeft({ done, most }: PaidPractice): number | null {
  return most === null ? null : Math.max(0, most - done);
}

/**
 * Whether nothing is left that a person can do by themselves today: the day is kept and no video gives coins any more.
 * Classes are not asked for, because one has to take place.
 */
export function isDone({ streak, coins }: Today): boolean {
  if (dayState(streak) !== 'kept') return false;
  const videos = coins?.resumesOn === null ? coins.videos : null;
  return videos === null || timesLeft(videos) === 0;
}
