import type { DueWork } from '#server/jobs/due-work.ts';

/** Due work that closes one roll a day after the end of its class. Its subject is the id of the class. */
export const closeRollWork: DueWork = {
  kind: 'close-roll',
  backOff: { firstMs: 60_000, longestMs: 3600_000 },
  concurrency: 1,
};
