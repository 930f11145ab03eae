import type { DueWork } from '#server/jobs/due-work.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';

/** Due work that closes one roll a day after the end of its class. Its subject is the id of the class. */
export const closeRollWork: DueWork = {
  kind: 'close-roll',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};
