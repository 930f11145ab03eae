import { z } from 'zod';
import { ageGroups } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { uuid } from '#shared/uuid.ts';

/** What a teacher sees first. */

const page = (size: number) => z.object({ ...pageQuery({ usual: size, most: 100 }) });

const offer = z.object({
  id: uuid,
  to: z.enum(['me', 'them']),
  /** The class, or the next one of the series. */
  classId: uuid,
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** The days of the week on which the series repeats, 1 is Monday; null for one class alone. */
  weekdays: z.array(z.int()).nullable(),
  language: z.enum(languageCodes).nullable(),
  level: z.enum(levels).nullable(),
  targetAudience: z.enum(ageGroups),
  seatsTaken: z.int(),
  maxStudents: z.int(),
  /** The other teacher. */
  name: z.string(),
  /** The class of the reader that overlaps one on offer to them, the first of several; a warning, not a rule. */
  overlapping: z.object({ title: z.string(), startsAt: z.iso.datetime() }).nullable(),
});
export type Offer = z.infer<typeof offer>;

export const listOffers = operation({
  id: 'listOffers',
  method: 'get',
  path: '/api/classes/offers',
  offline: true,
  summary:
    'Classes that the reader was asked to give and series they were asked to take over (`to` me), or that they asked another teacher to (`to` them), the newest offer first.',
  query: page(10),
  answer: z.object({ items: z.array(offer), nextCursor: z.string().nullable() }),
});

const newStudent = z.object({
  id: uuid,
  name: z.string(),
  image: z.string().nullable(),
  /** The first class they will come to. */
  classId: uuid,
  title: z.string(),
  startsAt: z.iso.datetime(),
});
export type NewStudent = z.infer<typeof newStudent>;

export const listNewStudents = operation({
  id: 'listNewStudents',
  method: 'get',
  path: '/api/classes/new-students',
  offline: true,
  summary:
    'Students with a seat in an upcoming class of the reader who attended none of their classes yet, each once, by start.',
  query: page(12),
  answer: z.object({ items: z.array(newStudent), nextCursor: z.string().nullable() }),
});

const ownReview = z.object({
  classId: uuid,
  userId: uuid,
  title: z.string(),
  name: z.string(),
  rating: z.int(),
  words: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type OwnReview = z.infer<typeof ownReview>;

export const listOwnReviews = operation({
  id: 'listOwnReviews',
  method: 'get',
  path: '/api/classes/own-reviews',
  offline: true,
  summary: 'The reviews of the classes that the reader gives, newest first.',
  query: page(3),
  answer: z.object({ items: z.array(ownReview), nextCursor: z.string().nullable() }),
});
