/** Converts a `Retry-After` header, seconds or a date, to milliseconds from `now`; null when it is neither. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const wait = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - now.getTime();
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}
