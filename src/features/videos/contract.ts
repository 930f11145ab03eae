import { z } from 'zod';
import { findLanguage, languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { topics } from './topics.ts';

/** Where a video plays from; `upload` is a clip of Sumi's own. */
const sources = ['youtube', 'tiktok', 'instagram', 'upload'] as const;
export type Source = (typeof sources)[number];

const videoRow = z.object({
  id: z.uuid(),
  title: z.string(),
  description: z.string(),
  language: z.enum(languageCodes),
  level: z.enum(levels),
  topics: z.array(z.enum(topics)),
  source: z.enum(sources),
  /** The id at its source; for `upload`, the file's name under /media/clips. */
  sourceId: z.string(),
  sourceUrl: z.string().nullable(),
  thumbnailUrl: z.string().nullable(),
  captionsUrl: z.string().nullable(),
  /** Its length; null when its source does not say. */
  seconds: z.number().int().nullable(),
  isSponsored: z.boolean(),
  hasSubtitles: z.boolean(),
  createdAt: z.iso.datetime(),
  /** What the reader did with it; `viewed` on any day. */
  liked: z.boolean(),
  saved: z.boolean(),
  viewed: z.boolean(),
});
export type VideoRow = z.infer<typeof videoRow>;

const videoPage = z.object({ items: z.array(videoRow), nextCursor: z.string().nullable() });
export type VideoPage = z.infer<typeof videoPage>;

/** A key that a query string may give once, several times or not at all; read as a list without doubles. */
function several<Each extends z.ZodType<string, string>>(each: Each) {
  const most = 40;
  return z
    .union([each, z.array(each).max(most)])
    .optional()
    .transform((given): z.output<Each>[] => [
      ...new Set(given === undefined ? [] : ([given].flat() as z.output<Each>[])),
    ]);
}

/** A language by its code, key, Spanish name or any other spelling of the registry. */
const languageInput = z
  .string()
  .max(40)
  .transform((spelling, context) => {
    const language = findLanguage(spelling);
    if (language) return language.code;
    context.addIssue({ code: 'custom', message: 'unknown language' });
    return z.NEVER;
  });

const levelInput = z
  .enum([...levels, 'beginner'])
  .transform((level) => (level === 'beginner' ? 'basic' : level));

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
