import { addDays } from '#shared/time/calendar-days.ts';
import { dayMs } from '#shared/time/durations.ts';
import { clockTime } from '#shared/time/zones.ts';
import type { DayMark } from './contract.ts';

/** Which greeting an hour of the day, 0 to 23, asks for. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour >= 5 && hour < 12) return 'morning';
  return hour >= 12 && hour < 19 ? 'afternoon' : 'evening';
}

/** The first word of a name, for greetings. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? name;
}

/** 200 minutes are 3 hours and 20. */
export function hoursAndMinutes(minutes: number): { hours: number; minutes: number } {
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
}

export type Holiday = { readonly firstDay: string; readonly lastDay: string };
export type Cover = { readonly day: string; readonly by: 'shield' | 'holiday' };

/**
 * What covers the days between the last one of a streak and `today`, in turn: a holiday, else a shield that was in hand
 * on that day. `broken` where a day is left that nothing covers. Today itself is never missed.
 */
export function coverMissedDays({
  last,
  today,
  holidays,
  shields,
}: {
  last: string;
  today: string;
  holidays: readonly Holiday[];
  /** The days on which the shields in hand were bought. */
  shields: readonly string[];
}): { kept: Cover[]; broken: boolean } {
  const kept: Cover[] = [];
  const inHand = [...shields].sort();
  for (let day = addDays(last, 1); day < today; day = addDays(day, 1)) {
    const onHoliday = holidays.some(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay);
    const oldest = inHand[0];
    if (onHoliday) kept.push({ day, by: 'holiday' });
    else if (oldest !== undefined && oldest <= day) {
      inHand.shift();
      kept.push({ day, by: 'shield' });
    } else return { kept, broken: true };
  }
  return { kept, broken: false };
}

/**
 * A mark for each of the last seven days, `today` at the end. A day that was practised after it was kept is practised.
 */
export function markLastDays(
  today: string,
  { practised, kept, joined }: { practised: readonly string[]; kept: readonly string[]; joined: string },
): { day: string; mark: DayMark }[] {
  const markOf = (day: string): DayMark => {
    if (practised.includes(day)) return 'practised';
    if (kept.includes(day)) return 'kept';
    return day < joined ? 'before' : 'none';
  };
  return Array.from({ length: 7 }, (_, nth) => {
    const day = addDays(today, nth - 6);
    return { day, mark: markOf(day) };
  });
}

/**
 * Why a holiday cannot be planned on `today`, or null: it begins tomorrow at the earliest, is as long as the settings
 * allow, and leaves days between itself and the one before.
 */
export function holidayRefusal({
  firstDay,
  lastDay,
  today,
  earliest,
  most,
}: Holiday & { today: string; earliest: string; most: number }):
  | 'not-ahead'
  | 'too-long'
  | 'too-soon'
  | null {
  if (firstDay <= today || lastDay < firstDay) return 'not-ahead';
  if (addDays(firstDay, most - 1) < lastDay) return 'too-long';
  return firstDay < earliest ? 'too-soon' : null;
}

/** The first day on which the next holiday may begin: tomorrow, or some days after the end of the one before. */
export function earliestHoliday(today: string, lastDayBefore: string | null, between: number): string {
  const tomorrow = addDays(today, 1);
  const rested = lastDayBefore === null ? tomorrow : addDays(lastDayBefore, between + 1);
  return [tomorrow, rested].sort().at(-1)!;
}

const halfAYear = 182 * dayMs;

/** Whether clocks of two zones show different times, now or in the other half of the year. */
export function clocksDiffer(zone: string, other: string, now: Date): boolean {
  return [now, new Date(now.getTime() + halfAYear)].some((instant) => {
    const text = instant.toISOString();
    return clockTime(text, zone) !== clockTime(text, other);
  });
}
