import { calendarDay } from '#shared/time/zones.ts';
import type { ManagedClass } from '../../contract.ts';

/**
 * What an organiser has just moved: the class, from its start before, and whether those of its series that follow too.
 */
export type Move = { from: string | null; ofSeries: boolean };

/** What the people of a class are told: that it was cancelled, it or its series moved, or it lacks learners. */
export type News = 'cancelled' | 'few-come-with-you' | Move;

type Subject = Pick<ManagedClass, 'startsAt' | 'zone' | 'repeats'>;

/**
 * What happened to the later classes of its series: cancelled too, where the series now ends before this class, or
 * moved too. Null where only this class is concerned.
 */
export function followingIn({ startsAt, zone, repeats }: Subject, news: News): 'cancelled' | 'moved' | null {
  if (news === 'cancelled') {
    const last = repeats?.until ?? null;
    return last !== null && last < calendarDay(startsAt, zone) ? 'cancelled' : null;
  }
  return typeof news !== 'string' && news.ofSeries ? 'moved' : null;
}
