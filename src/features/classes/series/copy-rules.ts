import { addDays } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';

/** What becomes of a class whose week is copied. */
export const copyStates = ['free', 'clash', 'holiday', 'no-teacher', 'past', 'copied'] as const;
export type CopyState = (typeof copyStates)[number];

/** What decides it. */
export type CopyFacts = {
  /** A copy of the class on that day exists. */
  isCopied: boolean;
  /** The copy would have begun. */
  isPast: boolean;
  /** Its teacher may give classes. */
  teaches: boolean;
  /** The name of the holiday on that day. */
  holiday: string | null;
  /** The title of a class of the same teacher at that time. */
  clash: string | null;
};

/** What was done before comes first, then what cannot be, then what the organiser decides. */
export function copyStateOf({ isCopied, isPast, teaches, holiday, clash }: CopyFacts): CopyState {
  if (isCopied) return 'copied';
  if (isPast) return 'past';
  if (!teaches) return 'no-teacher';
  if (holiday !== null) return 'holiday';
  return clash === null ? 'free' : 'clash';
}

/** A class at the same time as another is a warning, as in the form: its organiser may want it. */
export function isCopyable(state: CopyState): boolean {
  return state === 'free' || state === 'clash';
}

/** Whether a class is of the week that begins on that Monday, by the clock of its own zone. */
export function isOfWeek({ startsAt, zone }: { startsAt: Date; zone: string }, monday: string): boolean {
  const day = calendarDay(startsAt.toISOString(), zone);
  return day >= monday && day <= addDays(monday, 6);
}

/** The day and the start of a class so many days later, at the same time of the clock in its zone. */
export function moveCopyByDays(
  { startsAt, zone }: { startsAt: Date; zone: string },
  days: number,
): { day: string; startsAt: Date } {
  const was = startsAt.toISOString();
  const day = addDays(calendarDay(was, zone), days);
  return { day, startsAt: instantAtOrLater({ date: day, time: clockTime(was, zone), zone }) };
}
