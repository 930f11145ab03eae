/**
 * The back-off of all due work: `firstMs` after the first failed attempt, then twice as long each time, `longestMs`
 * at most. `chance` (0 to 1) takes up to half of it away, so that what failed together is not retried together.
 */
export function waitBeforeRetry(
  attempts: number,
  { firstMs, longestMs }: { firstMs: number; longestMs: number },
  chance = Math.random(),
): number {
  const wait = Math.min(longestMs, firstMs * 2 ** Math.min(attempts - 1, 30));
  return Math.round(wait * (1 - chance / 2));
}
