import type { MiddlewareHandler } from 'hono';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { noteSecurity } from '../note-security.ts';
import type { Limit } from './count-attempt.ts';

type Count = {
  /** The newest slice there is a count for. */
  slice: number;
  counts: Uint16Array;
  /** The counts of all slices together. */
  sum: number;
};

const slicesAWindow = 30;

/**
 * How many requests members made, so that each asks so much and no more in any stretch of `windowMs`. Counted in slices
 * of a thirtieth of it: a request is counted for up to one slice longer than the window, never shorter.
 *
 * Counted in this process's memory: a row written for every request would cost more than most requests do, and this
 * is against a page or an app that has run wild, not against guessing (that is counted in the database). Behind
 * several processes a person may have as many times the limit as there are processes.
 */
export class RequestCounts {
  readonly #max: number;
  readonly #sliceMs: number;
  readonly #people = new Map<string, Count>();
  #swept = 0;

  constructor({ max, windowMs }: Limit) {
    this.#max = max;
    this.#sliceMs = windowMs / slicesAWindow;
  }

  /** Counts one request; false, and not counted, where the member has reached the limit. */
  take(userId: string, now: Date): boolean {
    const count = this.#countOf(userId, now);
    if (count.sum >= this.#max) return false;
    count.counts[slicesAWindow]! += 1;
    count.sum += 1;
    return true;
  }

  /** In how many seconds the member may ask again, at least one. */
  secondsUntilFree(userId: string, now: Date): number {
    const { counts, slice } = this.#countOf(userId, now);
    const oldest = counts.findIndex((each) => each > 0);
    const freeAt = (slice + oldest + 1) * this.#sliceMs;
    return Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000));
  }

  #countOf(userId: string, now: Date): Count {
    const slice = Math.floor(now.getTime() / this.#sliceMs);
    if (slice > this.#swept) {
      for (const [id, count] of this.#people)
        if (slice - count.slice > slicesAWindow) this.#people.delete(id);
      this.#swept = slice;
    }
    let count = this.#people.get(userId);
    if (!count) {
      count = { slice, counts: new Uint16Array(slicesAWindow + 1), sum: 0 };
      this.#people.set(userId, count);
    }
    turn(count, slice);
    return count;
  }
}

/** Refuses the requests of a member who has reached the limit. */
export function limitRequests(requests: RequestCounts): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const { actor, now, log } = c.get('ctx');
    if (actor.kind === 'visitor' || requests.take(actor.userId, now)) return next();
    noteSecurity(log, 'limited', { key: `requests|${actor.userId}` }, 'a member asks too much');
    throw new Refusal(commonRefusals.tooMany, { seconds: requests.secondsUntilFree(actor.userId, now) });
  };
}

/** Moves the counts along until the last one is that of `slice`. A clock that goes back counts on where it was. */
function turn(count: Count, slice: number): void {
  const by = Math.min(slice - count.slice, slicesAWindow + 1);
  if (by <= 0) return;
  count.counts.copyWithin(0, by);
  count.counts.fill(0, slicesAWindow + 1 - by);
  count.slice = slice;
  count.sum = count.counts.reduce((sum, each) => sum + each, 0);
}
