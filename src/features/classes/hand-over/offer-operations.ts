import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { changeRefusals, enrolRefusals, seriesRefusals } from '../class-refusals.ts';

/** How a teacher asks another one to take a series over. Part of the contract: `contract.ts` exports all of it. */

/** The id of any class of the series. */
const classId = z.object({ id: z.uuid() });

export const offerSeries = operation({
  id: 'offerSeries',
  method: 'put',
  path: '/api/classes/{id}/series/offer',
  summary:
    'Asks another teacher to take over the series of a class, which stays with its teacher until the other one accepts. Replaces an earlier offer of the series. For the teacher of the series.',
  params: classId,
  body: z.object({ teacherId: z.uuid() }),
  /** The name of the other teacher. */
  answer: z.object({ name: z.string() }),
  refusals: [
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    changeRefusals.changedMeanwhile,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    changeRefusals.notATeacher,
  ],
});

export const answerSeriesOffer = operation({
  id: 'answerSeriesOffer',
  method: 'post',
  path: '/api/classes/{id}/series/offer/answer',
  summary:
    'Accepts or declines a series that was offered to the reader. Accepted, all its classes to come are theirs, with links, rosters and the shares of paid seats, and so are those that are made later.',
  params: classId,
  body: z.object({ accepted: z.boolean() }),
  answer: z.object({ accepted: z.boolean() }),
  refusals: [
    seriesRefusals.offerGone,
    changeRefusals.changedMeanwhile,
    changeRefusals.notATeacher,
    changeRefusals.teacherHasSeat,
  ],
});

export const withdrawSeriesOffer = operation({
  id: 'withdrawSeriesOffer',
  method: 'delete',
  path: '/api/classes/{id}/series/offer',
  summary: 'Takes back the offer of a series that the other teacher has not answered.',
  params: classId,
  answer: z.object({ withdrawn: z.literal(true) }),
  refusals: [seriesRefusals.offerGone],
});
