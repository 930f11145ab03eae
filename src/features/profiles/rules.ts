import { clockTime } from '#shared/zones.ts';

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

/**
 * The streak as it stands on `today` (`yyyy-mm-dd`, in the person's zone): kept while practice was today or
 * yesterday, gone after a day without.
 */
export function streakOn(today: string, streakDays: number, lastPracticeDay: string | null): number {
  if (lastPracticeDay === null) return 0;
  const gap = (Date.parse(today) - Date.parse(lastPracticeDay)) / 86_400_000;
  return gap <= 1 ? streakDays : 0;
}

const halfAYear = 182 * 86_400_000;

/** Whether clocks of two zones show different times, now or in the other half of the year. */
export function clocksDiffer(zone: string, other: string, now: Date): boolean {
  return [now, new Date(now.getTime() + halfAYear)].some((instant) => {
    const text = instant.toISOString();
    return clockTime(text, zone) !== clockTime(text, other);
  });
}
