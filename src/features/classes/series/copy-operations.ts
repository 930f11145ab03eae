import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { weekdayOf } from '#shared/time/calendar-days.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';
import { kinds } from '../class-shapes.ts';
import { copyStates } from './copy-rules.ts';

/** More classes than one week of a community holds. */
const mostCopies = 500;

const monday = typedDay.refine((day) => weekdayOf(day) === 1, 'a week begins on a Monday');

/**
 * The Mondays of two weeks, and whose classes: left out, a teacher's own, for administrators those of every teacher.
 */
const weeks = { from: monday, to: monday, teacherId: uuid.optional() };

const differ = ({ from, to }: { from: string; to: string }) => from !== to;

const copy = z.object({
  /** The class that is copied. */
  id: uuid,
  kind: z.enum(kinds),
  title: z.string(),
  teacherName: z.string(),
  /** Where the copy begins: the same day of the week and time of the clock in the zone of the class. */
  startsAt: z.iso.datetime(),
  /** `free` is copied unless one leaves it out, `clash` if one wishes; the others are not. */
  state: z.enum(copyStates),
  /** The name of the holiday, or the title of the class of the same teacher that the copy would overlap. */
  because: z.string().nullable(),
});
export type WeekCopy = z.infer<typeof copy>;

export const previewWeekCopy = operation({
  id: 'previewWeekCopy',
  method: 'get',
  path: '/api/classes/week-copies',
  summary:
    'What copying the classes and clubs of a week into another would make, by start: those that stand by themselves, with holidays, classes at the same time and what was copied before. Administrators ask about every teacher, a verified teacher about themselves.',
  query: z.object(weeks).refine(differ, 'a week is not copied into itself'),
  answer: z.object({ items: z.array(copy) }),
});

export const copyWeek = operation({
  id: 'copyWeek',
  method: 'post',
  path: '/api/classes/week-copies',
  summary:
    'Copies the named classes of a week into another, with the link that was pasted and without students. A class is copied into a day once, however often this is asked and by however many organisers. Answers how many were made.',
  body: z
    .object({ ...weeks, classIds: z.array(uuid).min(1).max(mostCopies) })
    .refine(differ, 'a week is not copied into itself'),
  answer: z.object({ made: z.int(), items: z.array(copy) }),
});
