import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longestReason, longText } from '#shared/text.ts';
import { topics } from '#shared/topics.ts';
import { uuid } from '#shared/uuid.ts';
import { describesAgain, moderationStatuses, sources } from './rules.ts';
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

export * from './settings-operations.ts';

export type VideoRow = z.infer<typeof videoRow>;
export type Proposal = z.infer<typeof proposal>;
export type ModerationRow = z.infer<typeof moderationRow>;
export type Channel = z.infer<typeof channel>;

const videoPage = z.object({ items: z.array(videoRow), nextCursor: z.string().nullable() });
export type VideoPage = z.infer<typeof videoPage>;

/** The filters of the feed: any of the languages, the level, any of the topics. */
const feedQuery = z.object({
  language: several(languageInput),
  level: levelInput.optional(),
  topic: several(z.enum(topics)),
  cursor: cursorInput,
});
export type FeedQuery = z.infer<typeof feedQuery>;

const videoId = z.object({ id: uuid });
const refusals = [commonRefusals.notFound];

export const listFeed = operation({
  id: 'listFeed',
  method: 'get',
  path: '/api/videos',
  summary:
    'The visible videos, ten a page, ranked for the member: unseen ones first, most of them in their languages, at their level and with topics that they like, and some to discover.',
  query: feedQuery,
  answer: videoPage,
});

export const readVideo = operation({
  id: 'readVideo',
  method: 'get',
  path: '/api/videos/{id}',
  summary: 'One visible video, for an address that leads to it.',
  params: videoId,
  answer: videoRow,
  refusals,
});

export const listSavedVideos = operation({
  id: 'listSavedVideos',
  method: 'get',
  path: '/api/videos/saved',
  offline: true,
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

const notInterested = z.object({ notInterested: z.boolean() });

export const markNotInterested = operation({
  id: 'markNotInterested',
  method: 'put',
  path: '/api/videos/{id}/not-interested',
  summary: 'Keeps a video out of the feed of the member for good; a second time changes nothing.',
  params: videoId,
  answer: notInterested,
  refusals,
});

export const unmarkNotInterested = operation({
  id: 'unmarkNotInterested',
  method: 'delete',
  path: '/api/videos/{id}/not-interested',
  summary: 'Lets the feed show it again.',
  params: videoId,
  answer: notInterested,
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
    /** True when this report made the view count. */
    counted: z.boolean(),
    /** The sumicoins that it earned. */
    coins: z.number().int(),
    /** How many of them are those of the streak day that it made. */
    ofStreak: z.number().int(),
  }),
  refusals,
});

export const videoRefusals = {
  unknownAddress: { code: 'videos/unknown-address', status: 422 },
  /** A short link that leads to no video, or of which TikTok does not say where it leads. */
  shortLink: { code: 'videos/short-link', status: 422 },
  alreadyPending: { code: 'videos/already-pending', status: 409 },
  alreadyShown: { code: 'videos/already-shown', status: 409 },
  alreadyRejected: { code: 'videos/already-rejected', status: 409 },
  alreadyOff: { code: 'videos/already-off', status: 409 },
  changedMeanwhile: { code: 'videos/changed-meanwhile', status: 409 },
  decidedMeanwhile: { code: 'videos/decided-meanwhile', status: 409 },
  unknownChannel: { code: 'videos/unknown-channel', status: 422 },
  noSuchChannel: { code: 'videos/no-such-channel', status: 422 },
  handleNeedsKey: { code: 'videos/handle-needs-key', status: 422 },
  channelListed: { code: 'videos/channel-listed', status: 409 },
  kidsAfterApproval: { code: 'videos/kids-after-approval', status: 409 },
  noSponsorsForKids: { code: 'videos/no-sponsors-for-kids', status: 409 },
  sourceUnreachable: { code: 'videos/source-unreachable', status: 503 },
} as const satisfies Record<string, RefusalKind>;

export const listProposals = operation({
  id: 'listProposals',
  method: 'get',
  path: '/api/videos/proposals',
  summary: 'The videos that the teacher proposed and their status, the latest first.',
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
  summary: 'Which video an address names, with its title when the source answers in time.',
  query: z.object({ address: pasted }),
  answer: z.object({
    source: z.enum(sources).exclude(['upload']),
    sourceId: z.string(),
    sourceUrl: z.string(),
    thumbnailUrl: z.string().nullable(),
    title: z.string().nullable(),
  }),
  refusals: [videoRefusals.unknownAddress, videoRefusals.shortLink, ...alreadyHere, commonRefusals.tooMany],
});

export const proposeVideo = operation({
  id: 'proposeVideo',
  method: 'post',
  path: '/api/videos/proposals',
  summary: 'Proposes a video by its address; a moderator decides whether it is shown.',
  body: z.object({
    address: pasted,
    title,
    description: description.default(''),
    ...taught,
    /** Whether the teacher thinks that it is for kids; the moderator decides. */
    proposedForKids: z.boolean().default(false),
  }),
  answer: proposal,
  refusals: [videoRefusals.unknownAddress, videoRefusals.shortLink, ...alreadyHere, commonRefusals.tooMany],
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
  summary: 'Every video, 20 a page: pending ones the oldest first, others the newest first.',
  query: moderationQuery,
  answer: z.object({
    items: z.array(moderationRow),
    nextCursor: z.string().nullable(),
    /** The number of pending videos, without any filter. */
    waiting: z.number().int(),
  }),
});

export const changeVideo = operation({
  id: 'changeVideo',
  method: 'patch',
  path: '/api/videos/{id}',
  summary:
    'Changes the description of a video, activates or deactivates it, and marks it as sponsored or for kids.',
  params: videoId,
  body: z
    .object({
      title,
      description,
      ...taught,
      isActive: z.boolean(),
      isSponsored: z.boolean(),
      isForKids: z.boolean(),
      /** The one that the administrator saw: wanted where what describes the video changes. */
      version: z.int(),
    })
    .partial()
    .refine((change) => !describesAgain(change) || change.version !== undefined, {
      message: 'a new description needs a version',
      path: ['version'],
    }),
  answer: moderationRow,
  refusals: [
    videoRefusals.changedMeanwhile,
    videoRefusals.kidsAfterApproval,
    videoRefusals.noSponsorsForKids,
    ...refusals,
  ],
});
export type VideoChange = z.output<NonNullable<typeof changeVideo.body>>;

const decision = {
  /** The status that the moderator saw. When another administrator has decided meanwhile, nothing changes. */
  from: z.enum(moderationStatuses),
  to: z.enum(moderationStatuses),
};

export const moderateVideo = operation({
  id: 'moderateVideo',
  method: 'put',
  path: '/api/videos/{id}/moderation',
  summary: 'Approves a video, rejects it with a reason, or makes it pending again.',
  params: videoId,
  body: z
    .object({
      ...decision,
      reason: longText(longestReason).optional(),
      /** Whether kids see it, with an approval. */
      isForKids: z.boolean().default(false),
    })
    .refine(({ from, to }) => from !== to, 'a decision changes something')
    .refine(({ to, reason }) => to !== 'rejected' || reason !== undefined, 'a rejection has a reason')
    .refine(({ to, isForKids }) => to === 'approved' || !isForKids, 'only an approved video is for kids'),
  answer: moderationRow,
  refusals: [videoRefusals.decidedMeanwhile, videoRefusals.noSponsorsForKids, ...refusals],
});

/** The most videos that one request may decide about. */
export const mostAtOnce = 100;

export const moderateVideos = operation({
  id: 'moderateVideos',
  method: 'post',
  path: '/api/videos/moderation',
  summary:
    'Approves many videos, none of them for kids, or makes them pending again; skips videos whose status has changed meanwhile.',
  body: z.object({
    ids: z.array(uuid).min(1).max(mostAtOnce),
    from: decision.from,
    to: z.enum(['pending', 'approved']),
  }),
  answer: z.object({ changed: z.array(uuid) }),
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
  summary: 'Adds a channel by its address, its id or, with a key for the API, its @handle.',
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
  summary: 'Pauses or resumes a channel, and sets the language, level and topics of its next videos.',
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
  summary: 'Removes a channel; its videos stay.',
  params: videoId,
  answer: z.object({ removed: z.literal(true) }),
  refusals,
});

export const syncVideos = operation({
  id: 'syncVideos',
  method: 'post',
  path: '/api/functions/sync-videos',
  summary:
    'Brings the new videos of the listed channels in the languages that the member learns into the moderation queue; of all channels for an administrator.',
  body: z.object({
    /** The member who asks; for an administrator, any member. */
    userId: uuid,
  }),
  answer: z.object({
    /** New videos, which are now pending. */
    imported: z.number().int(),
    /** Videos that Sumi already had. */
    skipped: z.number().int(),
    /** Channels that were not asked, because their last sync is too recent or the time ran out. */
    waiting: z.number().int(),
    /** Channels whose source failed. */
    failed: z.number().int(),
  }),
  refusals,
});
