const mostRestarts = 5;
const windowMs = 60_000;
const afterFailureMs = windowMs / mostRestarts;

/**
 * Limits restarts to five per minute and returns how many milliseconds to wait before the next one. A server that died
 * restarts at once. A server that could not start is retried every twelve seconds, so that it is back soon after the
 * operator has freed a full disk. `earlier` are the times of all restarts so far, in order.
 */
export function waitBeforeRestart(earlier: number[], lastFailed: boolean, now: number): number {
  const oldest = earlier.at(-mostRestarts) ?? Number.NEGATIVE_INFINITY;
  const last = (lastFailed && earlier.at(-1)) || Number.NEGATIVE_INFINITY;
  return Math.max(0, oldest + windowMs - now, last + afterFailureMs - now);
}
