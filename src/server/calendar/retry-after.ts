import { dayMs } from '#shared/time/durations.ts';

/** A server that asks for a longer wait is asked again after a day. */
const longestMs = dayMs;

/**
 * Converts a `Retry-After` header, seconds or a date, to milliseconds from `now`, a day at most; null when it is
 * neither.
 */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isNaN(wait) ? null : Math.min(longestMs, Math.max(0, wait));
}
