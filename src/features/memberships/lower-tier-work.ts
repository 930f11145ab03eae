import type { DueWork } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';

/**
 * Due work after a person's tier may have become lower: `leaveClassesAboveTier` gives back what only the higher one
 * opened. Its subject is the id of its person. It is work of its own because a class is locked before a person, and
 * a change of a plan has locked the person.
 */
export const lowerTierWork: DueWork = {
  kind: 'leave-above-tier',
  backOff: { firstMs: 5000, longestMs: 10 * minuteMs },
  concurrency: 1,
};
