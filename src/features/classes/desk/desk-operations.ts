import { z } from 'zod';
import { operation } from '#shared/operation.ts';

/** What a teacher sees first. Part of the contract: `contract.ts` exports all of it. */

export const desk = z.object({
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
  summary: 'Who is new in the classes that the reader teaches, and how they were rated lately.',
  answer: desk,
});
