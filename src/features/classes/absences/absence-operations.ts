import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { absenceRefusals, enrolRefusals } from '../class-refusals.ts';
import { absence, absenceReasons, hows, longestExplanation, seat } from '../class-shapes.ts';
import { roster } from '../roster/roster-operations.ts';
import { absenceRules } from '../set-rules/class-rules.ts';

/* Clubs that students missed or left late: the reason, the excuse, and the pause of booking that follows. */

const classId = z.object({ id: uuid });

/** What a student says: a reason, and words where the list has none for it. */
const explanation = z.object({
  reason: z.enum(absenceReasons),
  words: lineOfText(longestExplanation).nullable().default(null),
});
export type Explanation = z.infer<typeof explanation>;

export const leaveLate = operation({
  id: 'leaveLate',
  method: 'post',
  path: '/api/classes/{id}/late-leaving',
  summary:
    'Gives a seat back by a student who knows that it counts as an absence because the club begins soon, with a reason if they give one; a power or internet cut is excused. In time, it is leaving as any other.',
  params: classId,
  body: z.object({ explanation: explanation.nullable() }),
  answer: seat,
  refusals: [commonRefusals.notFound, enrolRefusals.alreadyStarted],
});

export const explainAbsence = operation({
  id: 'explainAbsence',
  method: 'put',
  path: '/api/classes/{id}/absence',
  summary:
    'Says why the reader missed a club or left it late. A power or internet cut excuses at once; other reasons wait for the organiser. An excused absence stays as it is.',
  params: classId,
  body: explanation,
  answer: absence,
  refusals: [commonRefusals.notFound, absenceRefusals.noAbsence],
});

export const noteAbsence = operation({
  id: 'noteAbsence',
  method: 'put',
  path: '/api/classes/{id}/absences/{userId}',
  summary:
    'Notes why a student missed a club or left it late, and whether that is excused: a power cut always is. For its organisers, from the mark as absent on. Answers the roster.',
  params: classId.extend({ userId: uuid }),
  body: z.object({ reason: z.enum(absenceReasons).nullable(), excused: z.boolean() }),
  answer: roster,
  refusals: [commonRefusals.notFound, absenceRefusals.noAbsence],
});

export const readOwnAbsences = operation({
  id: 'readOwnAbsences',
  method: 'get',
  path: '/api/classes/absences',
  offline: true,
  summary:
    'The clubs that the reader missed or left late as far as they can count, the last first, the rules, and until when booking is paused.',
  answer: z.object({
    rules: absenceRules,
    /** How many count now. */
    counted: z.int(),
    pausedUntil: z.iso.datetime().nullable(),
    items: z.array(
      absence.extend({ classId: uuid, title: z.string(), startsAt: z.iso.datetime(), how: z.enum(hows) }),
    ),
  }),
});
export type OwnAbsences = z.infer<typeof readOwnAbsences.answer>;
