import { dayMs, endOf } from '#shared/time/durations.ts';
import type { ClassCard } from '../contract.ts';
import { doorClosesAt, doorOpensAt } from '../rules.ts';

type Timing = Pick<ClassCard, 'startsAt' | 'durationMinutes' | 'status'>;

/** The phase of a class, by its status and the clock. */
type Moment = 'upcoming' | 'live' | 'ended' | 'cancelled';

export function momentOf(liveClass: Timing, now: Date): Moment {
  const { status, startsAt } = liveClass;
  if (status === 'cancelled') return 'cancelled';
  if (status === 'done' || now >= endOf(liveClass)) return 'ended';
  return now.getTime() >= Date.parse(startsAt) ? 'live' : 'upcoming';
}

/** Milliseconds to add to each refetch, because the server's clock and the browser's differ a little. */
const margin = 2000;
const awaitedLink = 30_000;
/** No refetch is planned further ahead than a day: browser timers overflow after 24 days. */
const longest = dayMs;

/**
 * Milliseconds until a list of classes changes by the clock alone: a meeting opens, a class starts, the door of a club
 * closes, a class ends, the reader may book a club again, or the list itself ends. False without such a change in the
 * next day. A meeting link that is due and missing is refetched within half a minute.
 */
export function msToNextChange(
  classes: readonly (Timing &
    Pick<ClassCard, 'kind' | 'hasMeetLink' | 'meetLink' | 'rules'> &
    // What only a student's card has.
    Partial<Pick<ClassCard, 'isEnrolled' | 'pausedUntil' | 'bookedUpUntil'>>)[],
  now: Date,
  /** When a list of one day ends, in milliseconds since 1970. */
  listEnds?: number,
): number | false {
  const waitFor = (turn: number) => turn + margin - now.getTime();
  const waits = classes.flatMap((liveClass) => {
    if (liveClass.status !== 'scheduled') return [];
    const start = Date.parse(liveClass.startsAt);
    const timing = { ...liveClass, startsAt: new Date(start) };
    const doorOpens = doorOpensAt(timing).getTime();
    const end = endOf(liveClass).getTime();
    const doorCloses = doorClosesAt(timing).getTime();
    const mayBook = [liveClass.pausedUntil, liveClass.bookedUpUntil].flatMap((until) =>
      until ? [Date.parse(until)] : [],
    );
    const turns = [doorOpens, start, doorCloses, end, ...mayBook].map(waitFor);
    const awaited = liveClass.isEnrolled && liveClass.hasMeetLink && liveClass.meetLink === null;
    const isDue = now.getTime() >= doorOpens && now.getTime() < doorCloses;
    return awaited && isDue ? [...turns, awaitedLink] : turns;
  });
  if (listEnds) waits.push(waitFor(listEnds));
  const soonest = Math.min(...waits.filter((wait) => wait > 0), longest);
  return soonest === longest ? false : soonest;
}
