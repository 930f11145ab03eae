import { z } from 'zod';
import { guardianFirst } from '#features/accounts/contract.ts';
import { tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { longestReason, longText } from '#shared/text.ts';
import { uuid } from '#shared/uuid.ts';
import {
  absenceRefusals,
  attendanceRefusals,
  enrolRefusals,
  removalRefusals,
  walkInRefusals,
} from '../class-refusals.ts';
import { absence } from '../class-shapes.ts';

const classId = z.object({ id: uuid });

/** A student with a seat, as the organiser sees them. */
export const rosterEntry = z.object({
  userId: uuid,
  name: z.string(),
  image: z.string().nullable(),
  tier: z.enum(tiers),
  /** They bought this single seat. */
  paid: z.boolean(),
  level: z.enum(levels).nullable(),
  /** The languages that they learn. */
  languages: z.array(z.enum(languageCodes)),
  /** How many earlier classes with the same teacher they attended, and when the last of them started. */
  visits: z.int(),
  lastVisitAt: z.iso.datetime().nullable(),
  /** When they first opened the meeting through Sumi: a suggestion for the roll, and no mark. */
  enteredAt: z.iso.datetime().nullable(),
  /** Null until the teacher has marked them. */
  attended: z.boolean().nullable(),
  /** Clubs only: why they did not come, as far as is known; null for a student who is not marked as absent. */
  absence: absence.nullable(),
  /** Whether it is an absence if they miss the class. */
  missingCounts: z.boolean(),
  /** They came without a seat and were given one: it can be taken away while the roll is open. */
  walkedIn: z.boolean(),
});
export type RosterEntry = z.infer<typeof rosterEntry>;

/** A student who waits for a seat, as the organiser sees them. */
const waitingEntry = z.object({
  userId: uuid,
  name: z.string(),
  image: z.string().nullable(),
  /** Until when a seat is held for them; null while they wait for an offer. */
  offeredUntil: z.iso.datetime().nullable(),
  /** Null where an organiser can enrol them now, else the code of the refusal. */
  refusal: z.string().nullable(),
});

/** A student who is paying for a seat that is held for them, as the organiser sees them. */
const payingEntry = z.object({
  userId: uuid,
  name: z.string(),
  image: z.string().nullable(),
  /** Until when the seat is held. */
  heldUntil: z.iso.datetime(),
  /** They took a voucher, which they can pay for days. */
  hasVoucher: z.boolean(),
});

/** The students with a seat, by name, and what closing the roll gives to those who attended. */
export const roster = z.object({
  classId: uuid,
  /** When the roll was closed; null while it is open. */
  closedAt: z.iso.datetime().nullable(),
  /**
   * Coins for each of the first `dailyMost` classes of a day (null: for every class), 0 while the month's ceiling stops
   * them, and learning time.
   */
  reward: z.object({ coins: z.int(), dailyMost: z.int().nullable(), minutes: z.int() }),
  items: z.array(rosterEntry),
  /** Students whose seat waits for their payment, by name. */
  paying: z.array(payingEntry),
  /** Students to whom a seat is offered, then those who wait for an offer, in their order. */
  waiting: z.array(waitingEntry),
  /** Students who left a club so late that it counts, by name; those who took a seat again are in `items`. */
  leftLate: z.array(z.object({ userId: uuid, name: z.string(), image: z.string().nullable(), absence })),
});
export type Roster = z.infer<typeof roster>;

export const readRoster = operation({
  id: 'readRoster',
  method: 'get',
  path: '/api/classes/{id}/roster',
  summary:
    'Who has a seat in a class and who is paying for one, by name, and who waits for one, in turn: for administrators, and a verified teacher’s own.',
  params: classId,
  answer: roster,
  refusals: [commonRefusals.notFound],
});

/** The shortest search for candidates: names of two characters are usual in Chinese and Korean. */
export const shortestSearch = 2;

/** What an organiser typed to find a person: a part of their name, or their whole e-mail address. */
const searched = z.object({ search: z.string().trim().min(shortestSearch).max(254) });
/** The search by which a person was found: a teacher reaches some kids by their whole e-mail address alone. */
export const foundBy = searched.partial();

/** A person without a seat whom an organiser may give one. */
const candidate = z.object({
  userId: uuid,
  name: z.string(),
  image: z.string().nullable(),
  tier: z.enum(tiers),
  level: z.enum(levels).nullable(),
  /** Null where they would get it, else the code of the refusal. */
  refusal: z.string().nullable(),
});
export type Candidate = z.infer<typeof candidate>;

export const findCandidates = operation({
  id: 'findCandidates',
  method: 'get',
  path: '/api/classes/{id}/candidates',
  summary:
    'People of the age group of the class without a seat in it, by a part of their name or their whole e-mail address: at most ten, for its organisers, who enrol them before the start and add them as walk-ins while the roll is open. Kids are found with the consent of their guardian alone; a teacher finds those who wait for the class, those of their own classes, and others by the whole address.',
  params: classId,
  query: searched,
  answer: z.object({ items: z.array(candidate) }),
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    attendanceRefusals.rollClosed,
    commonRefusals.tooMany,
  ],
});

/** A student in a class, in the hands of its organiser. */
const student = classId.extend({ userId: uuid });

export const enrolStudent = operation({
  id: 'enrolStudent',
  method: 'put',
  path: '/api/classes/{id}/students/{userId}',
  summary:
    'Enrols a student before the start, for the organisers of the class, by the same rules as the student themselves: their plan includes it, a seat is free that no waiting student is owed; however many clubs they have ahead. A student who has a seat keeps it, and nothing changes. The student is told. To a teacher a kid whom they could not find does not exist. Answers the roster.',
  params: student,
  query: foundBy,
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    guardianFirst,
    enrolRefusals.tierTooLow,
    enrolRefusals.cancelled,
    enrolRefusals.noTeacher,
    enrolRefusals.alreadyStarted,
    enrolRefusals.full,
    enrolRefusals.keptForWaiting,
    absenceRefusals.clubsPaused,
    walkInRefusals.notForThisClass,
    removalRefusals.oftenRemoved,
  ],
});

export const removeStudent = operation({
  id: 'removeStudent',
  method: 'post',
  path: '/api/classes/{id}/students/{userId}/removal',
  summary:
    'Takes the seat of a student away before the start, also one that is offered to them or held while they pay, or that of a walk-in while the roll is open, for the organisers of the class. What was paid is refunded in full, and it is no absence. The student is told, with the reason if there is one, of which a teacher writes a person three in seven days at most. Where the person has no seat, nothing changes. Answers the roster.',
  params: student,
  body: z.object({ reason: longText(longestReason).optional() }),
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    attendanceRefusals.rollClosed,
    removalRefusals.oftenRemoved,
  ],
});

export const removeFromWaitingList = operation({
  id: 'removeFromWaitingList',
  method: 'post',
  path: '/api/classes/{id}/waiting/{userId}/removal',
  summary:
    'Takes a student off the waiting list before the start, for the organisers of the class. The student is told, with the reason if there is one. Where the person does not wait, also because a seat was offered to them meanwhile, nothing changes. Answers the roster.',
  params: student,
  body: z.object({ reason: longText(longestReason).optional() }),
  answer: roster,
  refusals: [
    commonRefusals.notFound,
    enrolRefusals.cancelled,
    enrolRefusals.alreadyStarted,
    removalRefusals.oftenRemoved,
  ],
});
