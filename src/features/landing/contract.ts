import { z } from 'zod';
import { operation } from '#shared/operation.ts';

/** The social networks that the footer links to, in its order. */
export const networks = ['instagram', 'tiktok', 'youtube', 'facebook', 'x', 'linkedin'] as const;
export type Network = (typeof networks)[number];

export const communityLinks = z.object({
  /** Digits with the country code; empty: WhatsApp lets the visitor choose a chat. */
  whatsApp: z.string(),
  networks: z.record(z.enum(networks), z.string()),
});
export type CommunityLinks = z.infer<typeof communityLinks>;

export const readLanding = operation({
  id: 'readLanding',
  method: 'get',
  path: '/api/landing',
  summary:
    'What the first page says of this community: figures from its calendar, its links, what learners wrote.',
  answer: z.object({
    /** Conversation clubs on the calendar of the coming seven days. */
    clubsThisWeek: z.int(),
    /** Languages that have a class on the calendar or a video in the feed. */
    languages: z.int(),
    links: communityLinks,
    /** The two newest reviews of at least four stars whose authors agreed to be quoted; empty while there are fewer. */
    quotes: z.array(
      z.object({ name: z.string(), words: z.string(), rating: z.int(), language: z.string().nullable() }),
    ),
  }),
});
