import { z } from 'zod';
import { languageCodes } from '#shared/languages.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { attendanceRefusals, quoteRefusals } from '../class-refusals.ts';

const classId = z.object({ id: uuid });

const reviewForm = z.object({
  rating: z.int().min(1).max(5),
  words: longText(1000).nullable().default(null),
  /**
   * Whether visitors may read the words, with a first name and an initial: on the teacher's page, and on the landing
   * page where an administrator chooses them. Ignored for a kid.
   */
  mayQuote: z.boolean().default(false),
});

export const reviewClass = operation({
  id: 'reviewClass',
  method: 'put',
  path: '/api/classes/{id}/review',
  summary:
    'Rates a class one attended, 1 to 5, with or without words; said again, it replaces what was said.',
  params: classId,
  body: reviewForm,
  answer: z.object({
    classId: uuid,
    rating: z.int(),
    words: z.string().nullable(),
    mayQuote: z.boolean(),
  }),
  refusals: [commonRefusals.notFound, attendanceRefusals.notAttended],
});

export const classReview = z.object({
  userId: uuid,
  name: z.string(),
  image: z.string().nullable(),
  rating: z.int(),
  words: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Whether the landing page may quote it, with the student's consent and an administrator's choice. */
  isQuoted: z.boolean(),
  allowed: z.object({ quote: z.string().nullable() }),
});
export type ClassReview = z.infer<typeof classReview>;

export const listReviews = operation({
  id: 'listReviews',
  method: 'get',
  path: '/api/classes/{id}/reviews',
  summary: 'How a class was rated, newest first: for administrators, and a verified teacher’s own.',
  params: classId,
  query: z.object({ ...pageQuery({ usual: 20, most: 100 }) }),
  answer: z.object({ items: z.array(classReview), nextCursor: z.string().nullable() }),
  refusals: [commonRefusals.notFound],
});

export const quoteReview = operation({
  id: 'quoteReview',
  method: 'put',
  path: '/api/classes/{id}/reviews/{userId}/quote',
  summary:
    'Chooses a review for the landing page, or takes it off again. Only with the student’s consent. Administrators only.',
  params: classId.extend({ userId: uuid }),
  body: z.object({ quoted: z.boolean() }),
  answer: z.object({ quoted: z.boolean() }),
  refusals: [commonRefusals.notFound, quoteRefusals.noConsent, commonRefusals.ownMatter],
});

/** A review as visitors read it. */
export const publicReview = z.object({
  /** One for each review, and stable. It tells neither the class nor the author. */
  key: z.string(),
  /** First name and initial. */
  name: z.string(),
  rating: z.int(),
  words: z.string(),
  language: z.enum(languageCodes).nullable(),
  createdAt: z.iso.datetime(),
  /** For administrators, who may hide it or show it again; null for everybody else, who get no hidden one. */
  moderation: z.object({ classId: uuid, userId: uuid, isHidden: z.boolean() }).nullable(),
});
export type PublicReview = z.infer<typeof publicReview>;

export const listTeacherReviews = operation({
  id: 'listTeacherReviews',
  method: 'get',
  path: '/api/teachers/{id}/reviews',
  summary:
    'What students wrote about a teacher and agreed to show to visitors, newest first, by first name and initial. For everybody.',
  params: z.object({ id: uuid }),
  query: z.object({ ...pageQuery({ usual: 6, most: 50 }) }),
  answer: z.object({ items: z.array(publicReview), nextCursor: z.string().nullable() }),
  refusals: [commonRefusals.notFound],
});

export const hideReview = operation({
  id: 'hideReview',
  method: 'put',
  path: '/api/classes/{id}/reviews/{userId}/hidden',
  summary:
    "Hides a review from visitors, on the teacher's page and the landing page, or shows it again. Its stars still count. Administrators only.",
  params: classId.extend({ userId: uuid }),
  body: z.object({ hidden: z.boolean() }),
  answer: z.object({ hidden: z.boolean() }),
  refusals: [commonRefusals.notFound, commonRefusals.ownMatter],
});
