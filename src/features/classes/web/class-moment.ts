import type { ClassCard } from '../contract.ts';
import { doorOpensMinutesBefore } from '../rules.ts';

const minute = 60_000;

type Timing = Pick<ClassCard, 'startsAt' | 'durationMinutes' | 'status'>;

/** Where a class is in its life: what a screen says instead of, or beside, its seats. */
type Moment = 'upcoming' | 'live' | 'ended' | 'cancelled';

export function momentOf({ startsAt, durationMinutes, status }: Timing, now: Date): Moment {
  if (status === 'cancelled') return 'cancelled';
  const start = Date.parse(startsAt);
  if (status === 'done' || now.getTime() >= start + durationMinutes * minute) return 'ended';
  return now.getTime() >= start ? 'live' : 'upcoming';
}

/** The server's clock and the browser's differ a little: ask again this long after a turn. */
const margin = 2000;
const awaitedLink = 30_000;
/** Browsers cannot wait longer than 24 days; nobody keeps a page open for one. */
const longest = 24 * 60 * minute;

/**
 * In how many milliseconds a list of classes reads differently on its own: a door opens, a class begins or ends.
 * False when nothing of the kind is to come. A link that is due but not there is asked for again soon.
 */
export function nextTurn(
  classes: readonly (Timing & Pick<ClassCard, 'isEnrolled' | 'hasMeetLink' | 'meetLink'>)[],
  now: Date,
): number | false {
  const waits = classes.flatMap((liveClass) => {
    if (liveClass.status !== 'scheduled') return [];
    const start = Date.parse(liveClass.startsAt);
    const doorOpens = start - doorOpensMinutesBefore * minute;
    const end = start + liveClass.durationMinutes * minute;
    const turns = [doorOpens, start, end].map((turn) => turn + margin - now.getTime());
    const awaited = liveClass.isEnrolled && liveClass.hasMeetLink && liveClass.meetLink === null;
    const isDue = now.getTime() >= doorOpens && now.getTime() < end;
    return awaited && isDue ? [...turns, awaitedLink] : turns;
  });
  const soonest = Math.min(...waits.filter((wait) => wait > 0), longest);
  return soonest === longest ? false : soonest;
}
