import { z } from 'zod';
import { findLanguage, languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { topics } from '#shared/topics.ts';
import { uuid } from '#shared/uuid.ts';
import { reasonKinds } from './feed/reason-for.ts';
import { moderationStatuses, sources } from './rules.ts';

/** The shapes of the inputs and answers in contract.ts. */

export const videoRow = z.object({
  id: uuid,
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
  /** The reactions of the student; `viewed` means on any day. */
  liked: z.boolean(),
  saved: z.boolean(),
  viewed: z.boolean(),
  /** Why the feed shows it; null outside of the feed, and for a student who named no language. */
  reason: z
    .object({
      kind: z.enum(reasonKinds),
      /** Given for the kind `topic`. */
      topic: z.enum(topics).nullable(),
    })
    .nullable(),
  /** Whether it was published in the last days (the settings of the feed say how many). */
  isNew: z.boolean(),
});

/** A key of a query string that may be missing or repeat, read as a list without duplicates. */
export function several<Each extends z.ZodType<string, string>>(each: Each) {
  const most = 40;
  return z
    .union([each, z.array(each).max(most)])
    .optional()
    .transform((given): z.output<Each>[] => [
      ...new Set(given === undefined ? [] : ([given].flat() as z.output<Each>[])),
    ]);
}

/** A language by its code, key, Spanish name or any other spelling of the registry. */
export const languageInput = z
  .string()
  .max(40)
  .transform((spelling, context) => {
    const language = findLanguage(spelling);
    if (language) return language.code;
    context.addIssue({ code: 'custom', message: 'unknown language' });
    return z.NEVER;
  });

export const levelInput = z
  .enum([...levels, 'beginner'])
  .transform((level) => (level === 'beginner' ? 'basic' : level));

/** The language, level and topics that a video teaches. */
export const taught = {
  language: z.enum(languageCodes),
  level: z.enum(levels),
  topics: z
    .array(z.enum(topics))
    .max(topics.length)
    .transform((given) => [...new Set(given)]),
};

/** An address as a person pastes it. */
export const pasted = z.string().trim().min(1).max(500);

export const title = lineOfText(200);
export const description = z.union([z.literal(''), longText(2000)]);

const listed = videoRow.pick({
  id: true,
  title: true,
  description: true,
  language: true,
  level: true,
  topics: true,
  source: true,
  sourceId: true,
  sourceUrl: true,
  thumbnailUrl: true,
  captionsUrl: true,
  createdAt: true,
});

const moderated = {
  status: z.enum(moderationStatuses),
  /** The moderator's reason; null without one. */
  reason: z.string().nullable(),
  isActive: z.boolean(),
  moderatedAt: z.iso.datetime().nullable(),
};

export const proposal = listed.extend(moderated);

export const moderationRow = proposal.extend({
  version: z.int(),
  isSponsored: z.boolean(),
  /** Whether kids see it, and whether its proposer thinks that they should. */
  isForKids: z.boolean(),
  proposedForKids: z.boolean(),
  seconds: z.number().int().nullable(),
  /**
   * The names of the proposer and of the moderator; null when there is none. The moderator may have deleted their
   * account.
   */
  proposedBy: z.string().nullable(),
  moderatedBy: z.string().nullable(),
  /** Why and when a check of its presence took it out of the feed; null where it did not. */
  goneAs: z.enum(['missing', 'closed']).nullable(),
  goneAt: z.iso.datetime().nullable(),
  /** The channel it came from. */
  channel: z.string().nullable(),
});

export const yesOrNo = z.enum(['true', 'false']).transform((given) => given === 'true');

export const channel = z.object({
  id: uuid,
  sourceId: z.string(),
  title: z.string(),
  language: z.enum(languageCodes),
  level: z.enum(levels),
  topics: z.array(z.enum(topics)),
  isActive: z.boolean(),
  /** How many videos came from it. */
  videos: z.number().int(),
  lastSyncedAt: z.iso.datetime().nullable(),
  /** The fault of the last sync, as in server/video-sources; null after a success. */
  lastError: z.string().nullable(),
});
