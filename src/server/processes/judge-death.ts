/** A worker that served for this long did not die of its start. */
const longLifeMs = 60_000;
const mostStrikes = 6;
const longestWaitMs = 30_000;

export type Verdict = {
  /** Deaths in a row of workers that did not live long. */
  strikes: number;
  waitMs: number;
  /** So many died at once that another one would too. */
  isHopeless: boolean;
};

/**
 * What follows from a worker's death: the first is replaced at once; when they die again and again, each after twice
 * the wait of the one before.
 */
export function judgeDeath({ strikes, servedMs }: { strikes: number; servedMs: number }): Verdict {
  const now = servedMs >= longLifeMs ? 0 : strikes + 1;
  const waitMs = now < 2 ? 0 : Math.min(longestWaitMs, 1000 * 2 ** (now - 2));
  return { strikes: now, waitMs, isHopeless: now >= mostStrikes };
}
