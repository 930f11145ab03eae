import type { DueWork } from '#server/jobs/due-work.ts';

const minute = 60_000;

/**
 * Mailing one notice; its subject is the notice's id. A queue of its own, so that the letter of a new password does not
 * wait behind those of a cancelled class.
 */
export const mailNoticeWork: DueWork = {
  kind: 'mail-notice',
  backOff: { firstMs: minute, longestMs: 30 * minute },
  concurrency: 2,
};

/** Mailing what a person's notices waited for, in one letter; its subject is the person's id. */
export const mailDigestWork: DueWork = { ...mailNoticeWork, kind: 'mail-digest', concurrency: 1 };

/** Pushing one notice to its person's devices; its subject is the notice's id. */
export const pushNoticeWork: DueWork = {
  kind: 'push-notice',
  backOff: { firstMs: 15_000, longestMs: 10 * minute },
  concurrency: 4,
};
