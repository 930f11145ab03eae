import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { absenceRefusals, buyRefusals, enrolRefusals, waitRefusals } from '../class-refusals.ts';

const classId = z.object({ id: uuid });

/** The reader's place in the list, from 1; null where they do not wait. */
const place = z.object({ classId: uuid, waitingPlace: z.int().nullable() });

export const joinWaitingList = operation({
  id: 'joinWaitingList',
  method: 'post',
  path: '/api/classes/{id}/waiting',
  summary:
    'Waits for a seat in a full class. A seat that becomes free is offered to the student who has waited longest; in the last hour it is open to all who wait. Asked again, the place stays.',
  params: classId,
  answer: place,
  refusals: [
    commonRefusals.notFound,
    guardianFirst,
    enrolRefusals.tierTooLow,
    enrolRefusals.otherAudience,
    enrolRefusals.ownClass,
    enrolRefusals.cancelled,
    enrolRefusals.noTeacher,
    enrolRefusals.alreadyStarted,
    enrolRefusals.tooManyClubs,
    buyRefusals.alreadyYours,
    waitRefusals.notFull,
    absenceRefusals.clubsPaused,
  ],
});

export const leaveWaitingList = operation({
  id: 'leaveWaitingList',
  method: 'delete',
  path: '/api/classes/{id}/waiting',
  summary: 'Waits no longer. For a reader who does not wait, nothing changes and it is no error.',
  params: classId,
  answer: place,
  refusals: [commonRefusals.notFound],
});
