import { z } from 'zod';
import { movement } from '#features/coins/contract.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { peopleRefusals } from '../people-refusals.ts';

/** How many of each kind of history a person's page begins with. */
export const historySize = 10;

const ofPerson = {
  params: z.object({ id: uuid }),
  query: z.object({
    ...pageQuery({ usual: historySize, most: 100 }),
  }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
} as const;

export const listPersonMovements = operation({
  ...ofPerson,
  id: 'listPersonMovements',
  method: 'get',
  path: '/api/people/{id}/movements',
  summary: 'The movements of a person’s coins, newest first. For administrators.',
  answer: z.object({ items: z.array(movement), nextCursor: z.string().nullable() }),
});

const personEnrolment = z.object({
  classId: uuid,
  title: z.string(),
  startsAt: z.iso.datetime(),
  status: z.string(),
  /** Null while the roll has not been called. */
  attended: z.boolean().nullable(),
});
export type PersonEnrolment = z.infer<typeof personEnrolment>;

export const listPersonEnrolments = operation({
  ...ofPerson,
  id: 'listPersonEnrolments',
  method: 'get',
  path: '/api/people/{id}/enrolments',
  summary: 'The classes in which a person has a seat, the latest start first. For administrators.',
  answer: z.object({ items: z.array(personEnrolment), nextCursor: z.string().nullable() }),
});
