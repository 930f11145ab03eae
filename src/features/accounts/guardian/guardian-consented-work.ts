import type { DueWork } from '#server/jobs/due-work.ts';
import { hourMs, minuteMs } from '#shared/time/durations.ts';

/** Tells a kid that their guardian has consented. Its subject is the kid. */
export const guardianConsentedWork: DueWork = {
  kind: 'guardian-consented',
  backOff: { firstMs: minuteMs, longestMs: hourMs },
  concurrency: 1,
};
