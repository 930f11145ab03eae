import { z } from 'zod';
import { paymentRefusals } from '#features/payments/contract.ts';
import { tiers } from '#shared/actor.ts';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longestReason, longText, searchText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { zoneName } from '#shared/time/zones.ts';
import { uuid } from '#shared/uuid.ts';
import { changeRefusals, enrolRefusals, scheduleRefusals } from './class-refusals.ts';
import { classCard, classChanges, classForm, durationLimits, kinds, managedClass } from './class-shapes.ts';

export * from './absences/absence-operations.ts';
export * from './after/after-operations.ts';
export * from './after/review-operations.ts';
export * from './attendance/attendance-operations.ts';
export * from './class-refusals.ts';
export * from './class-shapes.ts';
export * from './desk/desk-operations.ts';
export * from './hand-over/offer-operations.ts';
export * from './holidays/holiday-operations.ts';
export * from './messages/message-operations.ts';
export * from './roster/roster-operations.ts';
export * from './seats/seat-operations.ts';
export * from './series/copy-operations.ts';
export * from './series/series-operations.ts';
export type { ClassRules } from './set-rules/class-rules.ts';
export * from './set-rules/class-rules-operations.ts';
export * from './waiting/waiting-operations.ts';

/** Instants with an offset or Z; `from` is inside the window, `to` is not. */
const windowed = z.object({
  from: typedInstant.optional(),
  to: typedInstant.optional(),
  ...pageQuery({ usual: 50, most: 200 }),
}).shape;

/** What a student narrows a list of classes by; each field left out means all, except `language`. */
export const classFilter = {
  kind: z.enum(kinds).optional(),
  /** Left out: the languages the reader learns, or all when they chose none. `any` means all. */
  language: z.enum([...languageCodes, 'any']).optional(),
  level: z.enum(levels).optional(),
  /** The tier that a class requires. */
  tier: z.enum(tiers).optional(),
};
export type ClassFilter = {
  [name in keyof typeof classFilter]?: z.infer<(typeof classFilter)[name]>;
} & { teacher?: string | undefined; seats?: 'mine' | undefined };

const classId = z.object({ id: uuid });

export const listClasses = operation({
  id: 'listClasses',
  method: 'get',
  path: '/api/classes',
  offline: true,
  summary:
    'Classes and clubs for the reader, by start. Without `from`, those of their day, also ended ones, and all later ones. Cancelled ones are listed only for readers with a seat.',
  query: z.object({
    ...classFilter,
    /** The id of the teacher. */
    teacher: uuid.optional(),
    /** Only classes in which the reader has a seat, also a held one, or waits for one. */
    seats: z.literal('mine').optional(),
    ...windowed,
  }),
  answer: z.object({ items: z.array(classCard), nextCursor: z.string().nullable() }),
});

export const listTodaysClasses = operation({
  id: 'listTodaysClasses',
  method: 'get',
  path: '/api/classes/today',
  offline: true,
  summary: 'Classes and clubs for the reader on their own day, in their zone: at most 200, by start.',
  query: z.object({ ...classFilter, kind: z.enum(kinds).default('club') }),
  answer: z.object({
    /** The reader's day, yyyy-mm-dd, and the zone it is a day of. */
    day: z.iso.date(),
    zone: z.string(),
    /** The first instant of the next day. */
    endsAt: z.iso.datetime(),
    items: z.array(classCard),
  }),
});

export const readClass = operation({
  id: 'readClass',
  method: 'get',
  path: '/api/classes/{id}',
  offline: true,
  summary: 'One class; 404 also when it is for another age group than the reader’s.',
  params: classId,
  answer: classCard,
  refusals: [commonRefusals.notFound],
});

/** Filters of the organiser's list; a class must match all that are given. */
export const managedFilters = z.object({
  /** Pieces of the title or of the teacher's name; accents and case are ignored. */
  search: searchText(100).min(1).optional(),
  /** `coming`: those that have not ended. `past`: those that have, newest first. */
  when: z.enum(['coming', 'past']).optional(),
  /** A teacher's id. `none` answers the classes to come whose teacher may no longer give classes. */
  teacher: z.union([z.literal('none'), uuid]).optional(),
  language: z.enum(languageCodes).optional(),
  tier: z.enum(tiers).optional(),
  kind: z.enum(kinds).optional(),
  /** Ended classes of the last 30 days without a complete roll, newest first. */
  roll: z.literal('due').optional(),
  /** Classes that begin within 48 hours or are under way, without a meeting link. */
  link: z.literal('none').optional(),
});
export type ManagedFilters = z.infer<typeof managedFilters>;

export const listManagedClasses = operation({
  id: 'listManagedClasses',
  method: 'get',
  path: '/api/classes/managed',
  summary: 'The classes the reader organises, by start: all for administrators, a verified teacher’s own.',
  query: managedFilters.extend({
    ...windowed,
    /** Classes whose seats have a price and that are not cancelled: what a payment can be for. */
    seats: z.literal('priced').optional(),
    status: z.literal('scheduled').optional(),
  }),
  answer: z.object({ items: z.array(managedClass), nextCursor: z.string().nullable() }),
});

export const readManagedClass = operation({
  id: 'readManagedClass',
  method: 'get',
  path: '/api/classes/managed/{id}',
  summary: 'One class as its organiser sees it: any for administrators, a verified teacher’s own.',
  params: classId,
  answer: managedClass,
  refusals: [commonRefusals.notFound],
});

export const listClashes = operation({
  id: 'listClashes',
  method: 'get',
  path: '/api/classes/clashes',
  summary:
    'The scheduled classes of a teacher that overlap a time, at most five, and the holiday of that day: administrators ask about any teacher, a verified teacher about themselves.',
  query: z.object({
    teacherId: uuid,
    /** Local day and time in `zone`. */
    date: classForm.shape.date,
    time: classForm.shape.time,
    zone: zoneName,
    durationMinutes: z.coerce.number().pipe(wholeNumber(durationLimits)),
    /** The class that is edited, which never clashes with itself. */
    except: uuid.optional(),
  }),
  answer: z.object({
    items: z.array(z.object({ id: uuid, title: z.string(), startsAt: z.iso.datetime() })),
    /** The name of the day where it is a holiday, on which a single class may be all the same; else null. */
    holiday: z.string().nullable(),
  }),
});

export const scheduleClass = operation({
  id: 'scheduleClass',
  method: 'post',
  path: '/api/classes',
  summary:
    'Puts a class or club on the calendar, given by the reader or, for administrators, by the teacher they name. A time that happens twice, when clocks go back, means the first. One that repeats is a series of classes, made eight weeks ahead; the answer is its first class.',
  body: classForm,
  answer: managedClass,
  refusals: [...Object.values(scheduleRefusals), changeRefusals.notATeacher, paymentRefusals.belowLeast],
  idempotent: true,
});

export const changeClass = operation({
  id: 'changeClass',
  method: 'patch',
  path: '/api/classes/{id}',
  summary:
    'Changes a class that has not started, and link, description and prompt card until its end: administrators any, a verified teacher their own. The enrolled students are told when it moves.',
  params: classId,
  body: classChanges,
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    changeRefusals.alreadyOver,
    changeRefusals.changedMeanwhile,
    changeRefusals.seatsTaken,
    changeRefusals.hasStudents,
    paymentRefusals.belowLeast,
    ...Object.values(scheduleRefusals),
  ],
});

export const cancelClass = operation({
  id: 'cancelClass',
  method: 'post',
  path: '/api/classes/{id}/cancellation',
  summary:
    'Cancels a class that is not over: it stays on the calendar as cancelled, the enrolled students are told why, and bought seats are refunded.',
  params: classId,
  body: z.object({ reason: longText(longestReason) }),
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    changeRefusals.alreadyOver,
    changeRefusals.alreadyHeld,
  ],
});

export const handOverClass = operation({
  id: 'handOverClass',
  method: 'put',
  path: '/api/classes/{id}/teacher',
  summary:
    'Gives a class that is not over to another teacher, who is told, as are the teacher before and the students. For administrators.',
  params: classId,
  body: z.object({ teacherId: uuid }),
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    changeRefusals.alreadyOver,
    changeRefusals.notATeacher,
    changeRefusals.teacherHasSeat,
  ],
});

export const deleteClass = operation({
  id: 'deleteClass',
  method: 'delete',
  path: '/api/classes/{id}',
  summary:
    'Takes a class off the calendar with its enrolments: administrators any, a verified teacher their own. Not one that has started or was paid for.',
  params: classId,
  answer: z.object({ id: uuid }),
  refusals: [commonRefusals.notFound, changeRefusals.hasPayments, enrolRefusals.alreadyStarted],
});

export const listPastClasses = operation({
  id: 'listPastClasses',
  method: 'get',
  path: '/api/classes/past',
  offline: true,
  summary: 'The classes in which the reader had a seat and that are over or were cancelled, newest first.',
  query: z.object({ ...pageQuery({ usual: 20, most: 100 }) }),
  answer: z.object({ items: z.array(classCard), nextCursor: z.string().nullable() }),
});
