import { addDays } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay } from '#shared/time/zones.ts';

const formats = new Map<string, Intl.DateTimeFormat>();

/** The hour that the clocks of a zone show. */
export function hourIn(zone: string, at: Date): number {
  const cached = formats.get(zone);
  const format =
    cached ?? new Intl.DateTimeFormat('en', { timeZone: zone, hour: 'numeric', hourCycle: 'h23' });
  if (!cached) formats.set(zone, format);
  return Number(format.format(at));
}

export function dayIn(zone: string, at: Date): string {
  return calendarDay(at.toISOString(), zone);
}

/** The next time that the clocks of a zone show this. */
export function nextTime(zone: string, after: Date, hour: number, minute = 0): Date {
  const time = `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`;
  const today = dayIn(zone, after);
  const at = instantAtOrLater({ date: today, time, zone });
  return at > after ? at : instantAtOrLater({ date: addDays(today, 1), time, zone });
}

export function minutesAfter(at: Date, minutes: number): Date {
  return new Date(at.getTime() + minutes * 60_000);
}
