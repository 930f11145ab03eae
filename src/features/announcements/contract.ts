import { z } from 'zod';
import { languageCodes } from '#shared/languages.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';

export const longestTitle = 120;
export const longestWords = 2000;

/** Whom an announcement is for: those of an age group, or those who may give classes. */
export const audiences = ['everybody', 'adults', 'kids', 'teachers'] as const;
export type Audience = (typeof audiences)[number];

export const announcementRefusals = {
  noReaders: { code: 'announcements/no-readers', status: 409 },
} as const satisfies Record<string, RefusalKind>;

const audience = z.enum(audiences);
/** Only those who learn it; null: whatever they learn. */
const language = z.enum(languageCodes).nullable();

const announcement = z.object({
  id: uuid,
  title: z.string(),
  words: z.string(),
  postedAt: z.iso.datetime(),
  /** The name of who wrote it, as others see it. */
  author: z.string(),
});
export type Announcement = z.infer<typeof announcement>;

export const listAnnouncements = operation({
  id: 'listAnnouncements',
  method: 'get',
  path: '/api/announcements',
  offline: true,
  summary: 'The announcements that are for the signed-in person, newest first.',
  query: z.object({ ...pageQuery({ usual: 10, most: 50 }) }),
  answer: z.object({ items: z.array(announcement), nextCursor: z.string().nullable() }),
});

const managedAnnouncement = announcement.extend({
  audience,
  language,
  /** How many people were told so far. */
  told: z.int().min(0),
  /** Whether all of them were. */
  isTold: z.boolean(),
});
export type ManagedAnnouncement = z.infer<typeof managedAnnouncement>;

export const listManagedAnnouncements = operation({
  id: 'listManagedAnnouncements',
  method: 'get',
  path: '/api/announcements/managed',
  summary: 'Every announcement, newest first, with how many people were told. For administrators.',
  query: z.object({ ...pageQuery({ usual: 20, most: 50 }) }),
  answer: z.object({ items: z.array(managedAnnouncement), nextCursor: z.string().nullable() }),
});

export const countReaders = operation({
  id: 'countReaders',
  method: 'get',
  path: '/api/announcements/readers',
  summary: 'How many people an announcement would be told to now, without the administrator who asks.',
  query: z.object({ audience, language: z.enum(languageCodes).optional() }),
  answer: z.object({ readers: z.int().min(0) }),
});

export const postAnnouncement = operation({
  id: 'postAnnouncement',
  method: 'post',
  path: '/api/announcements',
  summary:
    'Tells people something, each once, in the bell and where else they chose; those who join later read it on the page. For teachers, in whatever language they learn.',
  body: z
    .object({
      title: lineOfText(longestTitle),
      words: longText(longestWords),
      audience,
      language: language.default(null),
    })
    .refine(({ audience, language }) => audience !== 'teachers' || language === null, {
      path: ['language'],
      error: 'teachers are told whatever they learn',
    }),
  answer: managedAnnouncement,
  refusals: [announcementRefusals.noReaders],
  idempotent: true,
});

export const withdrawAnnouncement = operation({
  id: 'withdrawAnnouncement',
  method: 'delete',
  path: '/api/announcements/{id}',
  summary:
    'Takes an announcement back: from the page and from the bells, also where it was read. What left by mail stays where it is.',
  params: z.object({ id: uuid }),
  answer: z.object({ withdrawn: z.boolean() }),
  refusals: [commonRefusals.notFound],
});
