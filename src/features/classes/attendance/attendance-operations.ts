import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import {
  attendanceRefusals,
  enrolRefusals,
  entryRefusals,
  removalRefusals,
  walkInRefusals,
} from '../class-refusals.ts';
import { foundBy, roster } from '../roster/roster-operations.ts';

const classId = z.object({ id: uuid });

export const enterClass = operation({
  id: 'enterClass',
  method: 'post',
  path: '/api/classes/{id}/entry',
  summary:
    'Opens the meeting of a class from 15 minutes before its start to its end, for students with a seat, its teacher and administrators, and notes when a student first came. The door of a club closes ten minutes after its start for students who have not come yet. No student counts as present by it: the roll decides.',
  params: classId,
  answer: z.object({
    classId: uuid,
    meetLink: z.string(),
    /** When the reader first came; null without a seat. */
    enteredAt: z.iso.datetime().nullable(),
  }),
  refusals: [
    commonRefusals.notFound,
    commonRefusals.notAllowed,
    guardianFirst,
    enrolRefusals.cancelled,
    enrolRefusals.noTeacher,
    ...Object.values(entryRefusals),
  ],
});

export const markAttendance = operation({
  id: 'markAttendance',
  method: 'put',
  path: '/api/classes/{id}/attendance',
  summary:
    'Marks who attended, from the start of the class on. Closing the roll pays rewards; a mark that changes after that moves coins, learning time and streak with it. Answers the roster.',
  params: classId,
  body: z.object({
    marks: z
      // Null takes a mark off, while the roll is open.
      .array(z.object({ userId: uuid, attended: z.boolean().nullable() }))
      .min(1)
      .max(500),
  }),
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    attendanceRefusals.notStarted,
    attendanceRefusals.notOnRoster,
    attendanceRefusals.rollClosed,
  ],
});

export const closeRoll = operation({
  id: 'closeRoll',
  method: 'post',
  path: '/api/classes/{id}/roll-closing',
  summary:
    'Closes the roll: students without a mark count as absent, and those who attended get coins, learning time and a streak day, once. Closing it again changes nothing. The server closes a called roll a day after the end.',
  params: classId,
  answer: roster,
  refusals: [commonRefusals.notFound, enrolRefusals.cancelled, attendanceRefusals.notStarted],
});

export const addWalkIn = operation({
  id: 'addWalkIn',
  method: 'post',
  path: '/api/classes/{id}/walk-ins',
  summary:
    'Gives a free seat to a person who came without one, and marks them as present; answers the roster. Their plan has to include the class, and a teacher adds no kid whom they could not find.',
  params: classId,
  query: foundBy,
  body: z.object({ userId: uuid }),
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    enrolRefusals.full,
    enrolRefusals.tierTooLow,
    guardianFirst,
    attendanceRefusals.notStarted,
    attendanceRefusals.rollClosed,
    ...Object.values(walkInRefusals),
    removalRefusals.oftenRemoved,
  ],
});
