import { z } from 'zod';
import { ageGroups } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';

/** What a teacher sees first. Part of the contract: `contract.ts` exports all of it. */

export const desk = z.object({
  /**
   * Classes that the reader was asked to give and series they were asked to take over (`to` me), or that they asked
   * another teacher to (`to` them), newest first.
   */
  offers: z.array(
    z.object({
      id: z.uuid(),
      to: z.enum(['me', 'them']),
      /** The class, or the next one of the series. */
      classId: z.uuid(),
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
    }),
  ),
  /** Students with a seat in an upcoming class of the reader who attended none of their classes yet, by start. */
  newStudents: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      image: z.string().nullable(),
      classId: z.uuid(),
      title: z.string(),
      startsAt: z.iso.datetime(),
    }),
  ),
  /** The latest reviews of the reader's classes, newest first. */
  reviews: z.array(
    z.object({
      classId: z.uuid(),
      userId: z.uuid(),
      title: z.string(),
      name: z.string(),
      rating: z.int(),
      words: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
});
export type Desk = z.infer<typeof desk>;

export const readDesk = operation({
  id: 'readDesk',
  method: 'get',
  path: '/api/classes/desk',
  offline: true,
  summary:
    'Which classes and series were offered to the reader or by them, who is new in the classes that they teach, and how they were rated lately.',
  answer: desk,
});
