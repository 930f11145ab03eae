import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { paymentRefusals, startedCheckout } from '#features/payments/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';
import { absenceRefusals, buyRefusals, changeRefusals, enrolRefusals } from '../class-refusals.ts';
import { seat } from '../class-shapes.ts';

/** How a student takes, buys and leaves a seat. */

const classId = z.object({ id: uuid });

/**
 * The start of the class that the student saw: a class that starts at another time by now is refused with
 * `classes/moved`. A client that shows no times leaves it out, and takes the class as it is.
 */
const seen = z.object({ startsAt: typedInstant.optional() });

export const enrolInClass = operation({
  id: 'enrolInClass',
  method: 'post',
  path: '/api/classes/{id}/enrolment',
  summary:
    'Takes a seat, where the class still starts at the time that the student saw (`startsAt`). A student who has one keeps it: asking again changes nothing and is no error.',
  params: classId,
  query: seen,
  answer: seat,
  refusals: [
    commonRefusals.notFound,
    guardianFirst,
    ...Object.values(enrolRefusals),
    absenceRefusals.clubsPaused,
  ],
});

export const leaveClass = operation({
  id: 'leaveClass',
  method: 'delete',
  path: '/api/classes/{id}/enrolment',
  summary:
    'Gives the seat back before the class starts. Refused where it would count as an absence, which `leaveLate` accepts. Without a seat, nothing changes and it is no error.',
  params: classId,
  answer: seat,
  refusals: [commonRefusals.notFound, enrolRefusals.alreadyStarted, absenceRefusals.leavesLate],
});

export const buySeat = operation({
  id: 'buySeat',
  method: 'post',
  path: '/api/classes/{id}/seat-checkout',
  summary:
    "Begins paying for one seat in a class that one's plan does not include; the seat is kept meanwhile. Asked again, it is the same checkout. Refused where the class does not start at the time that the student saw (`startsAt`).",
  params: classId,
  query: seen,
  answer: startedCheckout,
  refusals: [
    commonRefusals.notFound,
    guardianFirst,
    ...Object.values(buyRefusals),
    enrolRefusals.ownClass,
    enrolRefusals.otherAudience,
    enrolRefusals.cancelled,
    enrolRefusals.noTeacher,
    enrolRefusals.alreadyStarted,
    enrolRefusals.full,
    enrolRefusals.keptForWaiting,
    enrolRefusals.moved,
    changeRefusals.changedMeanwhile,
    absenceRefusals.clubsPaused,
    paymentRefusals.closed,
    paymentRefusals.away,
    paymentRefusals.tooManyOpen,
  ],
});
