import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { uuid } from '#shared/uuid.ts';
import { changeRefusals, enrolRefusals, seriesRefusals } from '../class-refusals.ts';

/**
 * How a teacher asks another one to give a class or to take a series over. Part of the contract: `contract.ts` exports
 * all of it.
 */

const classId = z.object({ id: uuid });
const offerId = z.object({ id: uuid });
const toTeacher = z.object({ teacherId: uuid });

/** The offer, and the name of the other teacher. */
const offered = z.object({ id: uuid, name: z.string() });

const offerRefusals = [
  commonRefusals.notFound,
  enrolRefusals.cancelled,
  enrolRefusals.alreadyStarted,
  changeRefusals.notATeacher,
];

export const offerClass = operation({
  id: 'offerClass',
  method: 'put',
  path: '/api/classes/{id}/offer',
  summary:
    'Asks another teacher to give one class that has not started, which stays with its teacher until the other one accepts. Replaces an earlier offer of the class. For the teacher of the class.',
  params: classId,
  body: toTeacher,
  answer: offered,
  refusals: offerRefusals,
});

export const offerSeries = operation({
  id: 'offerSeries',
  method: 'put',
  path: '/api/classes/{id}/series/offer',
  summary:
    'Asks another teacher to take over the series of a class, which stays with its teacher until the other one accepts. Replaces an earlier offer of the series. For the teacher of the series.',
  /** The id of any class of the series. */
  params: classId,
  body: toTeacher,
  answer: offered,
  refusals: [...offerRefusals, seriesRefusals.notInSeries, changeRefusals.changedMeanwhile],
});

export const answerOffer = operation({
  id: 'answerOffer',
  method: 'post',
  path: '/api/classes/offers/{id}/answer',
  summary:
    'Accepts or declines a class or a series that was offered to the reader. Accepted, the class or all classes to come of the series are theirs, with links, rosters and the shares of paid seats; of a series also those that are made later.',
  params: offerId,
  body: z.object({ accepted: z.boolean() }),
  answer: z.object({ accepted: z.boolean() }),
  refusals: [
    seriesRefusals.offerGone,
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    changeRefusals.changedMeanwhile,
    changeRefusals.notATeacher,
    changeRefusals.teacherHasSeat,
  ],
});

export const withdrawOffer = operation({
  id: 'withdrawOffer',
  method: 'delete',
  path: '/api/classes/offers/{id}',
  summary: 'Takes back an offer that the reader made and the other teacher has not answered.',
  params: offerId,
  answer: z.object({ withdrawn: z.literal(true) }),
  refusals: [seriesRefusals.offerGone],
});

/** A person who may give classes. */
const possibleTeacher = z.object({ userId: uuid, name: z.string(), image: z.string().nullable() });

export const listPossibleTeachers = operation({
  id: 'listPossibleTeachers',
  method: 'get',
  path: '/api/classes/possible-teachers',
  summary:
    'To whom the reader may give a class, by name: an administrator to administrators and approved teachers; a verified teacher, who only offers it, to other teachers with a public page.',
  answer: z.object({ items: z.array(possibleTeacher) }),
});
