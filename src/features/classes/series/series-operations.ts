import { z } from 'zod';
import { paymentRefusals } from '#features/payments/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longestReason, longText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { zoneName } from '#shared/time/zones.ts';
import { uuid } from '#shared/uuid.ts';
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
    teacherId: uuid,
    /** The first day, the time of the clock in `zone`, and the days of the week: 1 is Monday, `2,4`. */
    date: classForm.shape.date,
    time: classForm.shape.time,
    zone: zoneName,
    durationMinutes: z.coerce.number().int().min(10).max(480),
    weekdays: weekdaysInQuery,
    /** The last day, included; left out, it goes on. */
    until: typedDay.optional(),
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
    clashes: z.array(z.object({ id: uuid, title: z.string(), startsAt: z.iso.datetime() })),
  }),
});

const classId = z.object({ id: uuid });

/** Which classes of a series: that class and those after it, or all that are to come. */
const scope = z.enum(['following', 'all']);
export type Scope = z.output<typeof scope>;

const weekday = z.int().min(1).max(7);

const saysDateOnce = ({ weekdays, date }: { weekdays?: unknown; date?: unknown }) =>
  weekdays === undefined || date === undefined;
const daysSayTheDate = { path: ['date'], message: 'the days of the week say the date' };

const seriesChanges = classChanges
  .extend({
    scope,
    /** The days of the week from now on, 1 is Monday. Each class keeps its week. */
    weekdays: z.array(weekday).min(1).max(7).optional(),
    /** The last day, included; null: it goes on without an end. */
    until: typedDay.nullable().optional(),
    /** Why classes are cancelled: those of a day that is dropped, after the new end, or that would be on a holiday. */
    reason: longText(longestReason).optional(),
  })
  .refine(saysDateOnce, daysSayTheDate);
export type SeriesChanges = z.output<typeof seriesChanges>;

export const changeSeries = operation({
  id: 'changeSeries',
  method: 'patch',
  path: '/api/classes/{id}/series',
  summary:
    'Changes a class with those of its series that follow, or with all to come. Another date moves each by as many days; other days of the week move each within its week, and where there are fewer, the classes that are left over are cancelled. With `until`, those after that day are cancelled, and those up to it are made. A class that would move to a holiday is cancelled. Classes that were changed by themselves stay as they are, and a class that would have begun already at its new time keeps its start. Where one refuses, none is changed.',
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
    paymentRefusals.belowLeast,
    ...Object.values(scheduleRefusals),
  ],
});

/** What a change of the days, the time or the end of a series would do. */
const changePlan = z.object({
  /** The last day of the series as it would be; null: without an end. */
  until: z.iso.date().nullable(),
  /** How many classes are made at once. */
  added: z.int(),
  cancelled: z.int(),
  /** How many students have a seat in those that are cancelled. */
  students: z.int(),
  /** How many classes are left to come. None: the change is refused. */
  left: z.int(),
  /** How many classes keep their start, because they would have begun already at their new time. */
  begun: z.int(),
  /** How many classes stay after the end: they were changed by themselves, or another teacher gives them. */
  leftAfterEnd: z.int(),
  /** What cancelling all of these classes would cancel, and how many students have a seat in them. */
  ifCancelled: z.object({ classes: z.int(), students: z.int() }),
  /** Its holidays, at most ten, on which a class would have been. */
  skipped: z.array(z.object({ day: z.iso.date(), name: z.string() })),
});
export type SeriesChangePlan = z.infer<typeof changePlan>;

export const previewSeriesChange = operation({
  id: 'previewSeriesChange',
  method: 'get',
  path: '/api/classes/{id}/series/preview',
  summary:
    'What another date or time, other days of the week or another end would do to a class and those of its series that follow, or all to come: how many classes would be made and cancelled.',
  params: classId,
  query: z
    .object({
      scope,
      date: classForm.shape.date.optional(),
      time: classForm.shape.time.optional(),
      zone: zoneName.optional(),
      weekdays: weekdaysInQuery.optional(),
      /** The last day, included, or `never`; left out, it stays. */
      until: z.union([z.literal('never'), typedDay]).optional(),
    })
    .refine(saysDateOnce, daysSayTheDate),
  answer: changePlan,
  refusals: [
    commonRefusals.notFound,
    seriesRefusals.notInSeries,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    scheduleRefusals.inThePast,
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
  body: z.object({ teacherId: uuid, scope }),
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
