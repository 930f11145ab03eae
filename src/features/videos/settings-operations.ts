import { z } from 'zod';
import { operation } from '#shared/operation.ts';

/* How administrators mix the feed. */

const feedSettings = z.object({
  /** Of a hundred videos, how many are of another level or of a language that the student does not learn. */
  discoveryPercent: z.number().int().min(0).max(50),
  /** Of a hundred other videos, how many have a topic that the student likes. */
  topicsPercent: z.number().int().min(0).max(100),
  /** For how many days a video is new. */
  newDays: z.number().int().min(0).max(30),
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
