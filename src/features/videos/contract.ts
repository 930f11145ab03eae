import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { topics } from '#shared/topics.ts';
import { moderationStatuses, sources } from './rules.ts';
import {
  channel,
  description,
  languageInput,
  levelInput,
  moderationRow,
  pasted,
  proposal,
  several,
  taught,
  title,
  videoRow,
  yesOrNo,
} from './video-shapes.ts';

export type VideoRow = z.infer<typeof videoRow>;
export type Proposal = z.infer<typeof proposal>;
export type ModerationRow = z.infer<typeof moderationRow>;
export type Channel = z.infer<typeof channel>;

const videoPage = z.object({ items: z.array(videoRow), nextCursor: z.string().nullable() });
export type VideoPage = z.infer<typeof videoPage>;

/** The feed's filters: any of the languages, that level, any of the topics. */
const feedQuery = z.object({
  language: several(languageInput),
  level: levelInput.optional(),
  topic: several(z.enum(topics)),
  cursor: cursorInput,
});
export type FeedQuery = z.infer<typeof feedQuery>;

const videoId = z.object({ id: z.uuid() });
const refusals = [commonRefusals.notFound];

export const listFeed = operation({
  id: 'listFeed',
  method: 'get',
  path: '/api/videos',
  summary: 'The videos on show, newest first, ten a page.',
  query: feedQuery,
  answer: videoPage,
});

export const listSavedVideos = operation({
  id: 'listSavedVideos',
  method: 'get',
  path: '/api/videos/saved',
  summary: 'The videos the reader saved, the last saved first.',
  query: z.object({ cursor: cursorInput }),
  answer: videoPage,
});

const liked = z.object({ liked: z.boolean() });
const saved = z.object({ saved: z.boolean() });

export const likeVideo = operation({
  id: 'likeVideo',
  method: 'put',
  path: '/api/videos/{id}/like',
  summary: 'Likes a video; a second time changes nothing.',
  params: videoId,
  answer: liked,
  refusals,
});

export const unlikeVideo = operation({
  id: 'unlikeVideo',
  method: 'delete',
  path: '/api/videos/{id}/like',
  summary: 'Takes a like back.',
  params: videoId,
  answer: liked,
  refusals,
});

export const saveVideo = operation({
  id: 'saveVideo',
  method: 'put',
  path: '/api/videos/{id}/save',
  summary: 'Keeps a video for later; a second time changes nothing.',
  params: videoId,
  answer: saved,
  refusals,
});

export const unsaveVideo = operation({
  id: 'unsaveVideo',
  method: 'delete',
  path: '/api/videos/{id}/save',
  summary: 'Keeps it no longer.',
  params: videoId,
  answer: saved,
  refusals,
});

export const recordView = operation({
  id: 'recordView',
  method: 'post',
  path: '/api/videos/{id}/view',
  summary:
    'Tells how many seconds of a video were watched today. It counts once a day; more seconds only add learning time.',
  params: videoId,
  body: z.object({ watchedSeconds: z.number().min(0).max(86_400) }),
  answer: z.object({
    /** Whether this is the moment it counted. */
    counted: z.boolean(),
  }),
  refusals,
});

export const videoRefusals = {
  unknownAddress: { code: 'videos/unknown-address', status: 422 },
  alreadyPending: { code: 'videos/already-pending', status: 409 },
  alreadyShown: { code: 'videos/already-shown', status: 409 },
  alreadyRejected: { code: 'videos/already-rejected', status: 409 },
  alreadyOff: { code: 'videos/already-off', status: 409 },
  decidedMeanwhile: { code: 'videos/decided-meanwhile', status: 409 },
  unknownChannel: { code: 'videos/unknown-channel', status: 422 },
  noSuchChannel: { code: 'videos/no-such-channel', status: 422 },
  handleNeedsKey: { code: 'videos/handle-needs-key', status: 422 },
  channelListed: { code: 'videos/channel-listed', status: 409 },
  sourceUnreachable: { code: 'videos/source-unreachable', status: 503 },
} as const satisfies Record<string, RefusalKind>;

export const listProposals = operation({
  id: 'listProposals',
  method: 'get',
  path: '/api/videos/proposals',
  summary: 'What the reader proposed and what became of it, the latest first.',
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(proposal), nextCursor: z.string().nullable() }),
});

const alreadyHere = [
  videoRefusals.alreadyPending,
  videoRefusals.alreadyShown,
  videoRefusals.alreadyRejected,
  videoRefusals.alreadyOff,
];

export const previewProposal = operation({
  id: 'previewProposal',
  method: 'get',
  path: '/api/videos/proposals/preview',
  summary: 'Which video an address is, and what its source calls it where it says so soon.',
  query: z.object({ address: pasted }),
  answer: z.object({
    source: z.enum(sources),
    sourceId: z.string(),
    sourceUrl: z.string(),
    thumbnailUrl: z.string().nullable(),
    title: z.string().nullable(),
  }),
  refusals: [videoRefusals.unknownAddress, ...alreadyHere, commonRefusals.tooMany],
});

export const proposeVideo = operation({
  id: 'proposeVideo',
  method: 'post',
  path: '/api/videos/proposals',
  summary: 'Proposes a video by its address; a moderator decides whether it is shown.',
  body: z.object({ address: pasted, title, description: description.default(''), ...taught }),
  answer: proposal,
  refusals: [videoRefusals.unknownAddress, ...alreadyHere],
});
export type ProposalForm = z.output<NonNullable<typeof proposeVideo.body>>;

const moderationQuery = z.object({
  status: z.enum(moderationStatuses).optional(),
  source: z.enum(sources).optional(),
  language: languageInput.optional(),
  active: yesOrNo.optional(),
  /** Part of a title, a proposer or a channel; or a video's address. */
  search: lineOfText(200).optional(),
  cursor: cursorInput,
});
export type ModerationQuery = z.infer<typeof moderationQuery>;

export const listModeration = operation({
  id: 'listModeration',
  method: 'get',
  path: '/api/videos/moderation',
  summary: 'Every video there is: those that wait the oldest first, others the newest first, 20 a page.',
  query: moderationQuery,
  answer: z.object({
    items: z.array(moderationRow),
    nextCursor: z.string().nullable(),
    /** How many videos wait, under no filter. */
    waiting: z.number().int(),
  }),
});

export const changeVideo = operation({
  id: 'changeVideo',
  method: 'patch',
  path: '/api/videos/{id}',
  summary: 'Changes what a video is said to be, whether it is on, and whether it is marked as sponsored.',
  params: videoId,
  body: z
    .object({ title, description, ...taught, isActive: z.boolean(), isSponsored: z.boolean() })
    .partial(),
  answer: moderationRow,
  refusals,
});
export type VideoChange = z.output<NonNullable<typeof changeVideo.body>>;

const decision = {
  /** What the moderator saw: where somebody else decided meanwhile, nothing happens. */
  from: z.enum(moderationStatuses),
  to: z.enum(moderationStatuses),
};

export const moderateVideo = operation({
  id: 'moderateVideo',
  method: 'put',
  path: '/api/videos/{id}/moderation',
  summary: 'Approves a video, rejects it with a reason, or puts it back among those that wait.',
  params: videoId,
  body: z
    .object({ ...decision, reason: longText(longestReason).optional() })
    .refine(({ from, to }) => from !== to, 'a decision changes something')
    .refine(({ to, reason }) => to !== 'rejected' || reason !== undefined, 'a rejection has a reason'),
  answer: moderationRow,
  refusals: [videoRefusals.decidedMeanwhile, ...refusals],
});

/** At most so many videos are decided about in one go. */
export const mostAtOnce = 100;

export const moderateVideos = operation({
  id: 'moderateVideos',
  method: 'post',
  path: '/api/videos/moderation',
  summary: 'Approves many videos, or puts them back; those that are no longer as they were stay as they are.',
  body: z.object({
    ids: z.array(z.uuid()).min(1).max(mostAtOnce),
    from: decision.from,
    to: z.enum(['pending', 'approved']),
  }),
  answer: z.object({ changed: z.array(z.uuid()) }),
});

export const listChannels = operation({
  id: 'listChannels',
  method: 'get',
  path: '/api/videos/channels',
  summary: 'The channels that bring videos, by title.',
  answer: z.object({ items: z.array(channel) }),
});

export const addChannel = operation({
  id: 'addChannel',
  method: 'post',
  path: '/api/videos/channels',
  summary: 'Lists a channel by its address, its id or, with a key for the API, its @handle.',
  body: z.object({ address: pasted, ...taught }),
  answer: channel,
  refusals: [
    videoRefusals.unknownChannel,
    videoRefusals.noSuchChannel,
    videoRefusals.handleNeedsKey,
    videoRefusals.channelListed,
    videoRefusals.sourceUnreachable,
  ],
});
export type ChannelForm = z.output<NonNullable<typeof addChannel.body>>;

export const changeChannel = operation({
  id: 'changeChannel',
  method: 'patch',
  path: '/api/videos/channels/{id}',
  summary: 'Pauses a channel or takes it up again, and says what its next videos teach.',
  params: videoId,
  body: z.object({ ...taught, isActive: z.boolean() }).partial(),
  answer: channel,
  refusals,
});
export type ChannelChange = z.output<NonNullable<typeof changeChannel.body>>;

export const removeChannel = operation({
  id: 'removeChannel',
  method: 'delete',
  path: '/api/videos/channels/{id}',
  summary: 'Lists a channel no longer; its videos stay.',
  params: videoId,
  answer: z.object({ removed: z.literal(true) }),
  refusals,
});

export const syncVideos = operation({
  id: 'syncVideos',
  method: 'post',
  path: '/api/functions/sync-videos',
  summary:
    'Brings the new videos of the listed channels in the languages somebody learns to the moderators; of all channels for an administrator.',
  body: z.object({
    /** The reader, or anybody for an administrator. */
    userId: z.uuid(),
  }),
  answer: z.object({
    /** New videos, which now wait for a moderator. */
    imported: z.number().int(),
    /** Videos that were here already. */
    skipped: z.number().int(),
    /** Channels that were not asked, because they were a short while ago or there was no time. */
    waiting: z.number().int(),
    /** Channels whose source did not answer. */
    failed: z.number().int(),
  }),
  refusals,
});
