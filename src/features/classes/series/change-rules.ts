import { addDays, daysBetween, weekdayOf } from '#shared/time/calendar-days.ts';
import { instantAtOrLater } from '#shared/time/wall-clock.ts';
import { calendarDay, clockTime } from '#shared/time/zones.ts';
import type { ClassChanges } from '../contract.ts';
import { type DayMoves, daysOf, offsetOf, type Pattern } from './series-rules.ts';

/**
 * What an organiser asks of the days of a series. `until` is its last day, null: without an end; left out, as it was.
 */
export type DayChange = { moves: DayMoves; until: string | null | undefined };

/** A class of the series that is to come and not cancelled. */
export type ComingClass = {
  id: string;
  /**
   * The day that the series has for it, and the one on which it is: a class that was changed by itself may be
   * elsewhere.
   */
  seriesDay: string;
  day: string;
  /** The change leaves it as it is: it was changed by itself, or another teacher gives it. */
  stays: boolean;
};

export type ChangeFacts = {
  /** The first day that the change includes. */
  from: string;
  classes: readonly ComingClass[];
  /** The days of its cancelled and deleted classes, which are not made again. */
  goneDays: readonly string[];
  holidays: ReadonlySet<string>;
  /** The day until which a series that has no end has its classes today. */
  madeToday: string;
  /** Whether a class on that day would have begun. */
  isOver: (day: string) => boolean;
  /** Whether the classes get another time of the clock or another zone. */
  changesTime: boolean;
};

export type ChangePlan = {
  /** The pattern of the series that takes the classes over. */
  pattern: Pattern;
  madeUntil: string;
  /** By how many days each class moves that is neither cancelled nor left as it is. */
  kept: ReadonlyMap<string, number>;
  /** The kept classes that keep their start, because they would have begun already at their new time. */
  begun: ReadonlySet<string>;
  /** The classes without a day: theirs is dropped, after the end, or a holiday. */
  cancelled: readonly string[];
  /** The classes left as they are whose day of the week is dropped: they repeat no more. */
  single: readonly string[];
  /** The days for which a class is made at once. */
  added: readonly string[];
  /** The holidays to which a class would have moved, or for which one would have been made. */
  skipped: readonly string[];
  /** How many classes are left as they are after the new end. */
  leftAfterEnd: number;
};

/**
 * What a change of its days makes of a series. No class of a series is moved to a holiday or made for one: a class
 * that would be is cancelled, and a week whose class a holiday left out gets it where the new day is none. Where the
 * day of the week changes, each class goes to the new day of its own week. So does one that was moved by itself before.
 * A class whose new day is over keeps its day. A class of today that would have begun at its new time keeps its start.
 * With a new end, classes after it are cancelled, and those up to it are made as far as the chore does today.
 */
export function planChange(
  series: Pattern & { madeUntil: string },
  change: DayChange,
  { from, classes, goneDays, holidays, madeToday, isOver, changesTime }: ChangeFacts,
): ChangePlan {
  const { moves, until } = change;
  const shift = shiftOf(moves);
  const kept = new Map<string, number>();
  const begun = new Set<string>();
  const cancelled: string[] = [];
  const single: string[] = [];
  const skipped = new Set<string>();
  for (const { id, seriesDay, day, stays } of classes) {
    const losesDay = moves.dropped.includes(weekdayOf(seriesDay));
    if (stays) {
      if (losesDay) single.push(id);
      continue;
    }
    const offset = offsetOf(moves, seriesDay);
    const wanted = addDays(shift === 0 && offset !== 0 ? seriesDay : day, offset);
    const target = shift === 0 && isOver(wanted) ? day : wanted;
    const isOnHoliday = target !== day && holidays.has(target);
    const isDropped = losesDay || isAfter(target, until);
    if (isDropped || isOnHoliday) cancelled.push(id);
    else {
      kept.set(id, daysBetween(day, target));
      if (changesTime && target === day && isOver(day)) begun.add(id);
    }
    if (isOnHoliday && !isDropped) skipped.add(target);
  }
  const pattern = patternAfter(series, change, { from, classes });
  const made = until === undefined ? series.madeUntil : later(series.madeUntil, madeToday);
  const taken = new Set(
    [...classes.map(({ seriesDay }) => seriesDay), ...goneDays].map((day) =>
      addDays(day, offsetOf(moves, day)),
    ),
  );
  // Without a new end a series keeps its last day, but for classes that move within their week.
  const endsOn = until === undefined ? series.endsOn && addDays(series.endsOn, shift) : until;
  const wanted = daysOf({ ...pattern, endsOn }, { from: addDays(from, shift), to: addDays(made, shift) })
    .filter((day) => isNew(series, change, { day, from, holidays }))
    .filter((day) => !taken.has(day) && !isOver(day));
  for (const day of wanted) if (holidays.has(day)) skipped.add(day);
  return {
    pattern,
    madeUntil: addDays(made, shift),
    kept,
    begun,
    cancelled,
    single,
    added: wanted.filter((day) => !holidays.has(day)),
    skipped: [...skipped].sort(),
    leftAfterEnd: classes.filter(({ stays, day }) => stays && isAfter(day, until)).length,
  };
}

/** What is asked of each class of a series, but for its day. */
type Fields = Omit<ClassChanges, 'version' | 'date'>;

type Kept = {
  /** The day on which the class is, and by how many days it moves. */
  day: string;
  offset: number;
  /** It would have begun already at its new time, so it keeps its clock. */
  hasBegun: boolean;
  /** It is the class that the organiser has before them. */
  isPivot: boolean;
};

/**
 * What a class that moves or stays gets of the fields that are asked of its series. A club with a card of its own keeps
 * it, but for the one that the organiser has before them.
 */
export function changesOf(
  one: Occurrence,
  series: InSeries,
  fields: Fields,
  { day, offset, hasBegun, isPivot }: Kept,
): Omit<ClassChanges, 'version'> {
  const { promptCard: _, ...withoutCard } = fields;
  const given = !isPivot && one.promptCard !== series.promptCard ? withoutCard : fields;
  const { time: _time, zone: _zone, ...withoutClock } = given;
  const goesElsewhere = !hasBegun && (offset !== 0 || given.zone !== undefined);
  return {
    // Where the clocks do not skip it, the class is at the time of its series again.
    ...(goesElsewhere && isOnSkippedTime(one, series) && { time: series.clockTime }),
    ...(hasBegun ? withoutClock : given),
    ...(offset !== 0 && { date: addDays(day, offset) }),
  };
}

type Occurrence = { startsAt: Date; zone: string; promptCard: string | null };
type InSeries = { clockTime: string; zone: string; promptCard: string | null };

/** Whether a class begins later than its series says, because the clocks skip that time on its day. */
function isOnSkippedTime({ startsAt, zone }: Occurrence, series: InSeries): boolean {
  const day = calendarDay(startsAt.toISOString(), zone);
  const asInSeries = instantAtOrLater({ date: day, time: series.clockTime, zone: series.zone });
  return (
    zone === series.zone &&
    startsAt.getTime() === asInSeries.getTime() &&
    clockTime(startsAt.toISOString(), zone) !== series.clockTime
  );
}

/** By how many days all classes move alike; 0 where each moves within its week. */
function shiftOf({ offsets }: DayMoves): number {
  return new Set(offsets).size === 1 ? (offsets[0] ?? 0) : 0;
}

/** Whether a day of the changed series gets a new class, because no class of the old days moves to it. */
function isNew(
  series: Pattern & { madeUntil: string },
  { moves, until }: DayChange,
  { day, from, holidays }: { day: string; from: string; holidays: ReadonlySet<string> },
): boolean {
  if (moves.added.includes(weekdayOf(day))) return true;
  const before = series.weekdays
    .map((weekday) => ({ weekday, origin: addDays(day, -(moves.offsets[weekday - 1] ?? 0)) }))
    .find(({ weekday, origin }) => weekdayOf(origin) === weekday)?.origin;
  if (before === undefined || before < from) return false;
  if (before !== day && holidays.has(before)) return true;
  if (before > series.madeUntil) return true;
  return until !== undefined && series.endsOn !== null && before > series.endsOn;
}

/**
 * The first and last day are widened to its classes, because a class that moves within its week may fall outside of
 * them.
 */
export function patternAfter(
  { startsOn, endsOn }: Pattern,
  { moves, until }: DayChange,
  { from, classes }: { from: string; classes: readonly { seriesDay: string }[] },
): Pattern {
  const shift = shiftOf(moves);
  const days = classes.map(({ seriesDay }) => addDays(seriesDay, offsetOf(moves, seriesDay)));
  const last = endsOn && [addDays(endsOn, shift), ...days].reduce(later);
  return {
    weekdays: moves.weekdays,
    startsOn: [addDays(later(from, startsOn), shift), ...days].reduce(earlier),
    endsOn: until === undefined ? last : until,
  };
}

const isAfter = (day: string, until: string | null | undefined) => typeof until === 'string' && day > until;
export const earlier = (one: string, other: string) => (one < other ? one : other);
const later = (one: string, other: string) => (one > other ? one : other);
