import type { MiddlewareHandler } from 'hono';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import type { ApiEnv } from '../http/api-env.ts';
import { noteSecurity } from '../note-security.ts';
import type { Limit } from './count-attempt.ts';

type Count = { /** The newest slice there is a count for. */ slice: number; counts: Uint16Array };

const slicesAWindow = 30;

/**
 * Lets a member ask so much and no more in any stretch of `windowMs`, counted in slices of a thirtieth of it: a
 * request is counted for up to one slice longer than the window, never shorter.
 *
 * Counted in this process's memory: a row written for every request would cost more than most requests do, and this
 * is against a page or an app that has run wild, not against guessing (that is counted in the database). Behind
 * several processes a person may have as many times the limit as there are processes.
 */
export function limitRequests({ max, windowMs }: Limit): MiddlewareHandler<ApiEnv> {
  const sliceMs = windowMs / slicesAWindow;
  const people = new Map<string, Count>();
  let swept = 0;
  return async (c, next) => {
    const { actor, now, log } = c.get('ctx');
    if (actor.kind === 'visitor') return next();
    const slice = Math.floor(now.getTime() / sliceMs);
    if (slice > swept) {
      for (const [id, known] of people) if (slice - known.slice > slicesAWindow) people.delete(id);
      swept = slice;
    }
    const count = people.get(actor.userId) ?? { slice, counts: new Uint16Array(slicesAWindow + 1) };
    people.set(actor.userId, count);
    turn(count, slice);
    const { counts } = count;
    if (counts.reduce((sum, each) => sum + each, 0) >= max) {
      const oldest = counts.findIndex((each) => each > 0);
      const freeAt = (slice + oldest + 1) * sliceMs;
      noteSecurity(log, 'limited', { key: `requests|${actor.userId}` }, 'a member asks too much');
      throw new Refusal(commonRefusals.tooMany, {
        seconds: Math.max(1, Math.ceil((freeAt - now.getTime()) / 1000)),
      });
    }
    counts[slicesAWindow]! += 1;
    return next();
  };
}

/** Moves the counts along until the last one is that of `slice`. A clock that goes back counts on where it was. */
function turn(count: Count, slice: number): void {
  const by = Math.min(slice - count.slice, slicesAWindow + 1);
  if (by <= 0) return;
  count.counts.copyWithin(0, by);
  count.counts.fill(0, slicesAWindow + 1 - by);
  count.slice = slice;
}
