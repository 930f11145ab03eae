import type { DueWork } from '#server/jobs/due-work.ts';
import { minuteMs } from '#shared/time/durations.ts';

/**
 * Mailing one notice; its subject is the notice's id. A queue of its own, so that the letter of a new password does not
 * wait behind those of a cancelled class.
 */
export const mailNoticeWork: DueWork = {
  kind: 'mail-notice',
  backOff: { firstMs: minuteMs, longestMs: 30 * minuteMs },
  concurrency: 2,
};

/** Mailing what a person's notices waited for, in one letter; its subject is the person's id. */
export const mailDigestWork: DueWork = { ...mailNoticeWork, kind: 'mail-digest', concurrency: 1 };

/** Pushing one notice to its person's devices; its subject is the notice's id. */
export const pushNoticeWork: DueWork = {
  kind: 'push-notice',
  backOff: { firstMs: 15_000, longestMs: 10 * minuteMs },
  concurrency: 4,
};
