import { z } from 'zod';
import { paymentRefusals, startedCheckout } from '#features/payments/contract.ts';
import { tiers } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longestReason, longText } from '#shared/text.ts';
import {
  attendanceRefusals,
  buyRefusals,
  changeRefusals,
  enrolRefusals,
  scheduleRefusals,
} from './class-refusals.ts';
import { classCard, classChanges, classForm, kinds, managedClass } from './class-shapes.ts';

export {
  attendanceRefusals,
  buyRefusals,
  changeRefusals,
  enrolRefusals,
  scheduleRefusals,
} from './class-refusals.ts';
export {
  type CalendarState,
  type ClassCard,
  type ClassChanges,
  type ClassForm,
  classForm,
  type Kind,
  kinds,
  type ManagedClass,
  type Status,
} from './class-shapes.ts';

/** Instants with an offset or Z; `from` is inside the window, `to` is not. */
const windowed = {
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
  cursor: cursorInput,
  limit: z.coerce.number().int().min(1).max(200).default(50),
};

const classId = z.object({ id: z.uuid() });

/** What enrolling and leaving answer: how things stand now. */
const seat = z.object({ classId: z.uuid(), isEnrolled: z.boolean(), seatsTaken: z.int() });

export const listClasses = operation({
  id: 'listClasses',
  method: 'get',
  path: '/api/classes',
  summary:
    'The classes and clubs the reader may take, by start. Without `from`, those that have not ended yet; administrators see all of them.',
  query: z.object({ kind: z.enum(kinds).optional(), ...windowed }),
  answer: z.object({ items: z.array(classCard), nextCursor: z.string().nullable() }),
});

export const listTodaysClubs = operation({
  id: 'listTodaysClubs',
  method: 'get',
  path: '/api/classes/today',
  summary: 'What the reader may take during their own day, in their zone: at most 200, by start.',
  query: z.object({ kind: z.enum(kinds).default('club') }),
  answer: z.object({
    /** The reader's day, yyyy-mm-dd, and the zone it is a day of. */
    day: z.iso.date(),
    zone: z.string(),
    items: z.array(classCard),
  }),
});

export const readClass = operation({
  id: 'readClass',
  method: 'get',
  path: '/api/classes/{id}',
  summary: 'One class; 404 also when it is for another age group or language than the reader’s.',
  params: classId,
  answer: classCard,
  refusals: [commonRefusals.notFound],
});

export const enrolInClass = operation({
  id: 'enrolInClass',
  method: 'post',
  path: '/api/classes/{id}/enrolment',
  summary: 'Takes a seat. Whoever has one keeps it: asking again changes nothing and is no error.',
  params: classId,
  answer: seat,
  refusals: [commonRefusals.notFound, ...Object.values(enrolRefusals)],
});

export const leaveClass = operation({
  id: 'leaveClass',
  method: 'delete',
  path: '/api/classes/{id}/enrolment',
  summary: 'Gives the seat back before the class starts. Without a seat, nothing changes and it is no error.',
  params: classId,
  answer: seat,
  refusals: [commonRefusals.notFound, enrolRefusals.alreadyStarted],
});

export const listManagedClasses = operation({
  id: 'listManagedClasses',
  method: 'get',
  path: '/api/classes/managed',
  summary: 'The classes the reader organises, by start: all for administrators, a verified teacher’s own.',
  query: z.object(windowed),
  answer: z.object({ items: z.array(managedClass), nextCursor: z.string().nullable() }),
});

export const scheduleClass = operation({
  id: 'scheduleClass',
  method: 'post',
  path: '/api/classes',
  summary:
    'Puts a class or club on the calendar, led by whoever asks: administrators and verified teachers. A time that happens twice, when clocks go back, means the first.',
  body: classForm,
  answer: managedClass,
  refusals: Object.values(scheduleRefusals),
  idempotent: true,
});

export const changeClass = operation({
  id: 'changeClass',
  method: 'patch',
  path: '/api/classes/{id}',
  summary:
    'Changes a class that has not started: administrators any, a verified teacher their own. Whoever is enrolled is told when it moves.',
  params: classId,
  body: classChanges,
  answer: managedClass,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    changeRefusals.changedMeanwhile,
    changeRefusals.seatsTaken,
    changeRefusals.hasStudents,
    ...Object.values(scheduleRefusals),
  ],
});

export const cancelClass = operation({
  id: 'cancelClass',
  method: 'post',
  path: '/api/classes/{id}/cancellation',
  summary:
    'Cancels a class that is not over: it stays on the calendar as cancelled, whoever is enrolled is told why, and seats that were paid for are refunded.',
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

export const deleteClass = operation({
  id: 'deleteClass',
  method: 'delete',
  path: '/api/classes/{id}',
  summary:
    'Takes a class off the calendar with its enrolments: administrators any, a verified teacher their own. Not one that was paid for or held.',
  params: classId,
  answer: z.object({ id: z.uuid() }),
  refusals: [commonRefusals.notFound, changeRefusals.hasPayments, changeRefusals.alreadyHeld],
});

/** Somebody with a seat, as whoever calls the roll sees them. */
export const rosterEntry = z.object({
  userId: z.uuid(),
  name: z.string(),
  image: z.string().nullable(),
  tier: z.enum(tiers),
  /** They bought this seat by itself. */
  paid: z.boolean(),
  /** Null while the roll has not been called for them. */
  attended: z.boolean().nullable(),
});
export type RosterEntry = z.infer<typeof rosterEntry>;

/** Everybody with a seat, by name. */
const roster = z.object({ classId: z.uuid(), items: z.array(rosterEntry) });

export const readRoster = operation({
  id: 'readRoster',
  method: 'get',
  path: '/api/classes/{id}/roster',
  summary: 'Who has a seat in a class, by name: for administrators, and a verified teacher’s own.',
  params: classId,
  answer: roster,
  refusals: [commonRefusals.notFound],
});

export const markAttendance = operation({
  id: 'markAttendance',
  method: 'put',
  path: '/api/classes/{id}/attendance',
  summary:
    'Says who was there, from the start of the class on. Being there counts as practice once, however often it is said; answers the roster.',
  params: classId,
  body: z.object({
    marks: z
      .array(z.object({ userId: z.uuid(), attended: z.boolean() }))
      .min(1)
      .max(500),
  }),
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    attendanceRefusals.notStarted,
    attendanceRefusals.notOnRoster,
  ],
});

export const listPastClasses = operation({
  id: 'listPastClasses',
  method: 'get',
  path: '/api/classes/past',
  summary: 'The classes in which the reader had a seat and that are over or were cancelled, newest first.',
  query: z.object({ cursor: cursorInput, limit: z.coerce.number().int().min(1).max(100).default(20) }),
  answer: z.object({ items: z.array(classCard), nextCursor: z.string().nullable() }),
});

export const reviewForm = z.object({
  rating: z.int().min(1).max(5),
  words: longText(1000).nullable().default(null),
  /** Whether the words may stand on the first page, with a first name and an initial. Never said of a kid. */
  mayQuote: z.boolean().default(false),
});

export const reviewClass = operation({
  id: 'reviewClass',
  method: 'put',
  path: '/api/classes/{id}/review',
  summary:
    'Rates a class one attended, 1 to 5, with or without words; said again, it replaces what was said.',
  params: classId,
  body: reviewForm,
  answer: z.object({
    classId: z.uuid(),
    rating: z.int(),
    words: z.string().nullable(),
    mayQuote: z.boolean(),
  }),
  refusals: [commonRefusals.notFound, attendanceRefusals.notAttended],
});

export const classReview = z.object({
  userId: z.uuid(),
  name: z.string(),
  image: z.string().nullable(),
  rating: z.int(),
  words: z.string().nullable(),
  createdAt: z.iso.datetime(),
});
export type ClassReview = z.infer<typeof classReview>;

export const listReviews = operation({
  id: 'listReviews',
  method: 'get',
  path: '/api/classes/{id}/reviews',
  summary: 'How a class was rated, newest first: for administrators, and a verified teacher’s own.',
  params: classId,
  query: z.object({ cursor: cursorInput, limit: z.coerce.number().int().min(1).max(100).default(20) }),
  answer: z.object({ items: z.array(classReview), nextCursor: z.string().nullable() }),
  refusals: [commonRefusals.notFound],
});

export const buySeat = operation({
  id: 'buySeat',
  method: 'post',
  path: '/api/classes/{id}/seat-checkout',
  summary:
    "Begins paying for one seat in a class that one's plan does not include; the seat is kept meanwhile. Asked again, it is the same checkout.",
  params: classId,
  answer: startedCheckout,
  refusals: [
    commonRefusals.notFound,
    ...Object.values(buyRefusals),
    enrolRefusals.ownClass,
    enrolRefusals.otherAudience,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    enrolRefusals.full,
    paymentRefusals.closed,
    paymentRefusals.away,
  ],
});
