import type { DueWork } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';

/** Due work that looks after the waiting list of one class. Its subject is the id of the class. */
export const offerSeatsWork: DueWork = {
  kind: 'offer-seats',
  backOff: { firstMs: 5000, longestMs: 10 * minuteMs },
  concurrency: 2,
};
