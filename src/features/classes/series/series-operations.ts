import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longestReason, longText } from '#shared/text.ts';
import { zoneName } from '#shared/zones.ts';
import { changeRefusals, enrolRefusals, scheduleRefusals, seriesRefusals } from '../class-refusals.ts';
import { classChanges, classForm, managedClass } from '../class-shapes.ts';

/** `2,4`: Tuesday and Thursday. */
const weekdaysInQuery = z
  .string()
  .regex(/^[1-7](,[1-7]){0,6}$/)
  .transform((text) => text.split(',').map(Number));

export const previewSeries = operation({
  id: 'previewSeries',
  method: 'get',
  path: '/api/classes/series/preview',
  summary:
    'What a class that repeats would be: how many classes, how many of them at once, and classes of its teacher at the same times, at most five. Administrators ask about any teacher, a verified teacher about themselves.',
  query: z.object({
    teacherId: z.uuid(),
    /** The first day, the time of the clock in `zone`, and the days of the week: 1 is Monday, `2,4`. */
    date: classForm.shape.date,
    time: classForm.shape.time,
    zone: zoneName,
    durationMinutes: z.coerce.number().int().min(10).max(480),
    weekdays: weekdaysInQuery,
    /** The last day, included; left out, it goes on. */
    until: z.iso.date().optional(),
  }),
  answer: z.object({
    /** Null where no day is to come. */
    first: z.iso.date().nullable(),
    /** The last day and how many classes until then; null without an end. */
    last: z.iso.date().nullable(),
    count: z.int().nullable(),
    /** How many are made at once: those of the next eight weeks. */
    soon: z.int(),
    /** Its next holidays, at most ten, on which no class is made. */
    skipped: z.array(z.object({ day: z.iso.date(), name: z.string() })),
    clashes: z.array(z.object({ id: z.uuid(), title: z.string(), startsAt: z.iso.datetime() })),
  }),
});

const classId = z.object({ id: z.uuid() });

/** Which classes of a series: that class and those after it, or all that are to come. */
const scope = z.enum(['following', 'all']);
export type Scope = z.output<typeof scope>;

const weekday = z.int().min(1).max(7);

const seriesChanges = classChanges
  .extend({
    scope,
    /** The days of the week from now on, 1 is Monday. Each class keeps its week. */
    weekdays: z.array(weekday).min(1).max(7).optional(),
    /** Why the classes of a day are cancelled, where there are fewer days than before. */
    reason: longText(longestReason).optional(),
  })
  .refine(({ weekdays, date }) => weekdays === undefined || date === undefined, {
    path: ['date'],
    message: 'the days of the week say the date',
  });
export type SeriesChanges = z.output<typeof seriesChanges>;

export const changeSeries = operation({
  id: 'changeSeries',
  method: 'patch',
  path: '/api/classes/{id}/series',
  summary:
    'Changes a class with those of its series that follow, or with all to come. Another date moves each by as many days; other days of the week move each within its week, and where there are fewer, the classes that are left over are cancelled. Classes that were changed by themselves stay as they are. Where one refuses, none is changed.',
  params: classId,
  body: seriesChanges,
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    changeRefusals.changedMeanwhile,
    changeRefusals.seatsTaken,
    changeRefusals.hasStudents,
    seriesRefusals.reasonNeeded,
    ...Object.values(scheduleRefusals),
  ],
});

const seriesCancellation = z.object({ reason: longText(longestReason), scope });
export type SeriesCancellation = z.output<typeof seriesCancellation>;

export const cancelSeries = operation({
  id: 'cancelSeries',
  method: 'post',
  path: '/api/classes/{id}/series-cancellation',
  summary:
    'Cancels a class with those of its series that follow, or with all to come: the students of each are told why, bought seats are refunded, and no more classes are made.',
  params: classId,
  body: seriesCancellation,
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    changeRefusals.changedMeanwhile,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
  ],
});

export const handOverSeries = operation({
  id: 'handOverSeries',
  method: 'put',
  path: '/api/classes/{id}/series/teacher',
  summary:
    'Gives a class with those of its series that follow, or with all to come, to another teacher, who gives those that are made later too. Both teachers and each student are told once. For administrators.',
  params: classId,
  body: z.object({ teacherId: z.uuid(), scope }),
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    changeRefusals.changedMeanwhile,
    enrolRefusals.cancelled,
    changeRefusals.alreadyOver,
    changeRefusals.notATeacher,
    changeRefusals.teacherHasSeat,
  ],
});
