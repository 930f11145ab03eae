import { z } from 'zod';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { operation } from '#shared/operation.ts';

/* How administrators mix the feed. */

/** The least and the most of each number; `feed_settings` checks the same. */
export const feedLimits = { discoveryPercent: [0, 50], topicsPercent: [0, 100], newDays: [0, 30] } as const;

const feedSettings = z.object({
  /** How many videos in a hundred are of another level, or of a language that the student does not learn. */
  discoveryPercent: wholeNumber(feedLimits.discoveryPercent),
  /** How many other videos in a hundred have a topic that the student likes. */
  topicsPercent: wholeNumber(feedLimits.topicsPercent),
  /** For how many days a video is new. */
  newDays: wholeNumber(feedLimits.newDays),
});
export type FeedSettings = z.infer<typeof feedSettings>;

export const readFeedSettings = operation({
  id: 'readFeedSettings',
  method: 'get',
  path: '/api/videos/settings',
  summary: 'How the feed mixes its videos.',
  answer: feedSettings,
});

export const setFeedSettings = operation({
  id: 'setFeedSettings',
  method: 'put',
  path: '/api/videos/settings',
  summary: 'Sets how the feed mixes its videos, from the next visit of each student on.',
  body: feedSettings,
  answer: feedSettings,
});
