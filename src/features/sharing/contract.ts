import { z } from 'zod';
import { readClass } from '#features/classes/contract.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';

/** What people pass on: a page with an address for each class, and the same for their calendar. */

const classId = z.object({ id: uuid });

/** A class as a visitor may know it: nothing of who learns there, and never where it meets. */
const sharedClass = readClass.answer
  .pick({
    id: true,
    kind: true,
    title: true,
    description: true,
    startsAt: true,
    zone: true,
    durationMinutes: true,
    requiredTier: true,
    language: true,
    level: true,
    targetAudience: true,
    maxStudents: true,
    seatsTaken: true,
    status: true,
    priceCents: true,
    currency: true,
    teacherId: true,
    teacherName: true,
    teacherImage: true,
    teacherRating: true,
    teacherReviews: true,
    hasTeacherPage: true,
    rules: true,
  })
  // Free seats that no student waits for. How many wait is not said.
  .extend({ openSeats: z.int() });
export type SharedClass = z.infer<typeof sharedClass>;

export const readSharedClass = operation({
  id: 'readSharedClass',
  method: 'get',
  path: '/api/sharing/classes/{id}',
  summary:
    'A class at its public address. Visitors find those for adults, members those for their age group.',
  params: classId,
  answer: sharedClass,
  refusals: [commonRefusals.notFound],
});

export const listClassesOfTeacher = operation({
  id: 'listClassesOfTeacher',
  method: 'get',
  path: '/api/sharing/teachers/{id}/classes',
  summary:
    'The classes for adults that a teacher with a public page gives next, by start, 12 a page. For everybody.',
  params: z.object({ id: uuid }),
  query: z.object({ cursor: cursorInput }),
  answer: z.object({ items: z.array(sharedClass), nextCursor: z.string().nullable() }),
  refusals: [commonRefusals.notFound],
});

export const downloadClassEvent = operation({
  id: 'downloadClassEvent',
  method: 'get',
  path: '/api/sharing/classes/{id}/event',
  summary: 'The same class as a file for a calendar program, without its meeting link.',
  params: classId,
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});
