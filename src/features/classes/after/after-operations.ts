import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import { attendanceRefusals, changeRefusals, enrolRefusals } from '../class-refusals.ts';

/** What a teacher leaves when a class has begun. */

export const longestNotes = 4000;
export const mostPhrases = 40;

const classId = z.object({ id: uuid });

const phrase = z.object({ phrase: lineOfText(200), meaning: lineOfText(300) });

export const notesForm = z.object({
  notes: longText(longestNotes).nullable().default(null),
  /** In the order in which they are read. */
  phrases: z.array(phrase).max(mostPhrases).default([]),
  /** The version that the organiser saw; 0 where there was none. */
  version: z.int().min(0),
});
export type NotesForm = z.output<typeof notesForm>;

const classNotes = z.object({
  classId: uuid,
  notes: z.string().nullable(),
  phrases: z.array(z.object({ phrase: z.string(), meaning: z.string() })),
  /** Increases with each change; 0 before the first. */
  version: z.int(),
  changedAt: z.iso.datetime().nullable(),
  /** Why an administrator hid them from the students, for organisers; null where they are shown. */
  hiddenReason: z.string().nullable(),
  /** Null where the reader may write them, else the code of the refusal. */
  allowed: z.object({ write: z.string().nullable() }),
});
export type ClassNotes = z.infer<typeof classNotes>;

export const readNotes = operation({
  id: 'readNotes',
  method: 'get',
  path: '/api/classes/{id}/notes',
  offline: true,
  summary:
    'What the teacher of a class left for those who were there: notes and phrases. For students who are marked as present, its teacher and administrators.',
  params: classId,
  answer: classNotes,
  refusals: [commonRefusals.notFound, guardianFirst, attendanceRefusals.notAttended],
});

export const writeNotes = operation({
  id: 'writeNotes',
  method: 'put',
  path: '/api/classes/{id}/notes',
  summary:
    'Replaces the notes and phrases of a class that has begun. Students who are marked as present are told once, when there are some for the first time. Administrators any class, a verified teacher their own. Hidden notes are shown again when an administrator writes them.',
  params: classId,
  body: notesForm.refine(
    ({ version, notes, phrases }) => version > 0 || notes !== null || phrases.length > 0,
    'nothing was written',
  ),
  answer: classNotes,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    attendanceRefusals.notStarted,
    changeRefusals.changedMeanwhile,
  ],
});
