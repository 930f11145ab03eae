const RESTARTS = 5;
const WINDOW_MS = 60_000;
const AFTER_FAILURE_MS = WINDOW_MS / RESTARTS;

/**
 * Milliseconds until the next restart may happen. A server that died comes back at once, five times in any
 * minute at most; one that could not even start is tried again at even distances within that limit, so that
 * whoever empties a full disk waits seconds. `earlier` are the instants of all restarts so far, in order.
 */
export function waitBeforeRestart(earlier: number[], lastFailed: boolean, now: number): number {
  const oldest = earlier.at(-RESTARTS) ?? Number.NEGATIVE_INFINITY;
  const last = (lastFailed && earlier.at(-1)) || Number.NEGATIVE_INFINITY;
  return Math.max(0, oldest + WINDOW_MS - now, last + AFTER_FAILURE_MS - now);
}
