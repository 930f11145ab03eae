import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { changeRefusals, enrolRefusals } from '../class-refusals.ts';

/** What an organiser writes to a class. */

export const longestMessage = 500;

/** Why no message can be sent to a class, beside one that was cancelled or ended more than a day ago. */
export const messageRefusals = {
  tooMany: { code: 'classes/too-many-messages', status: 409 },
  noReaders: { code: 'classes/no-readers', status: 409 },
} as const satisfies Record<string, RefusalKind>;

const classId = z.object({ id: uuid });

const classMessage = z.object({
  id: uuid,
  words: z.string(),
  sentAt: z.iso.datetime(),
  /** The name of who wrote it, as others see it. */
  writtenBy: z.string(),
  /** How many students were told, for organisers; null for students. */
  readers: z.int().nullable(),
  /** Why an administrator hid it from the students, for organisers; null where it is shown. */
  hiddenReason: z.string().nullable(),
});
export type ClassMessage = z.infer<typeof classMessage>;

const classMessages = z.object({
  classId: uuid,
  /** The newest first. */
  items: z.array(classMessage),
  nextCursor: z.string().nullable(),
  /** How many students a message would be told to now, for organisers; null for students. */
  readers: z.int().nullable(),
  /** Null where the reader may send one now, else the code of the refusal. */
  allowed: z.object({ send: z.string().nullable() }),
});
export type ClassMessages = z.infer<typeof classMessages>;

export const readClassMessages = operation({
  id: 'readClassMessages',
  method: 'get',
  path: '/api/classes/{id}/messages',
  offline: true,
  summary:
    'The messages to a class, newest first. For students with a seat, also those who took it after a message, its teacher and administrators.',
  params: classId,
  query: z.object({ ...pageQuery({ usual: 20, most: 100 }) }),
  answer: classMessages,
  refusals: [commonRefusals.notFound, guardianFirst],
});

export const sendClassMessage = operation({
  id: 'sendClassMessage',
  method: 'post',
  path: '/api/classes/{id}/messages',
  summary:
    'Writes to all students with a seat in a class, until a day after its end: they are told once, in the bell and where else each of them chose, and find it on the page of the class. Five messages a class in 24 hours. Administrators any class, a verified teacher their own.',
  params: classId,
  body: z.object({ words: longText(longestMessage) }),
  answer: classMessage,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    changeRefusals.alreadyOver,
    ...Object.values(messageRefusals),
  ],
  idempotent: true,
});
