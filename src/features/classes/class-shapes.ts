import { z } from 'zod';
import { ageGroups, tiers } from '#shared/actor.ts';
import { priceLimits } from '#shared/formats/currencies.ts';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { bogota, zoneName } from '#shared/time/zones.ts';
import { uuid } from '#shared/uuid.ts';
import { shownRules } from './set-rules/class-rules.ts';
import { longestPromptCard } from './timetable/prompt-rules.ts';

/**
 * Live classes and conversation clubs. A class has one instant (`startsAt`), the zone in which its organiser typed it,
 * and a duration. `#shared/time/zones.ts` converts it to the time of Mexico City or of the reader.
 */

export const kinds = ['class', 'club'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = ['scheduled', 'cancelled', 'done'] as const;
export type Status = (typeof statuses)[number];

/** How a student came to be absent: they did not come, or left when the club was about to begin. */
export const hows = ['missed', 'left-late'] as const;
export const absenceReasons = ['power', 'illness', 'work', 'other'] as const;
export type AbsenceReason = (typeof absenceReasons)[number];
export const longestExplanation = 300;

/** A club that a student missed or left late, as the student and its organisers see it. */
export const absence = z.object({
  how: z.enum(hows),
  /** From when it counts; null while the roll is open. */
  recordedAt: z.iso.datetime().nullable(),
  reason: z.enum(absenceReasons).nullable(),
  words: z.string().nullable(),
  /** Who gave the reason. */
  reasonFrom: z.enum(['student', 'organiser']).nullable(),
  excused: z.boolean(),
});
export type Absence = z.infer<typeof absence>;

/** What enrolling and leaving answer: the seat as it is now. */
export const seat = z.object({ classId: uuid, isEnrolled: z.boolean(), seatsTaken: z.int() });

const code = z.string().nullable();

/** What a class shows on every screen. */
const classFacts = {
  id: uuid,
  kind: z.enum(kinds),
  title: z.string(),
  description: z.string(),
  /** The instant it begins, ISO 8601 in UTC. */
  startsAt: z.iso.datetime(),
  /** The IANA zone its organiser typed the time in. */
  zone: z.string(),
  durationMinutes: z.int(),
  requiredTier: z.enum(tiers),
  /** A code of the languages registry; null means a class for learners of every language. */
  language: z.enum(languageCodes).nullable(),
  level: z.enum(levels).nullable(),
  targetAudience: z.enum(ageGroups),
  maxStudents: z.int(),
  /** How many are enrolled. */
  seatsTaken: z.int(),
  /** How many wait for a seat. */
  waitingCount: z.int(),
  /** `done` once its end has passed. */
  status: z.enum(statuses),
  /** The reason that the organiser gave when cancelling; null for a class that is not cancelled. */
  cancelReason: z.string().nullable(),
  /** The price of a seat for a student whose tier is too low, in cents of `currency`; null: no seat is sold. */
  priceCents: z.int().nullable(),
  currency: z.string(),
  teacherId: uuid,
  teacherName: z.string(),
  teacherImage: z.string().nullable(),
  /** Whether `/teachers/{teacherId}` answers: not for an administrator who teaches, nor without an approval. */
  hasTeacherPage: z.boolean(),
  /** 1 to 5, or null without a review. */
  teacherRating: z.number().nullable(),
  /** The number of reviews behind that rating. */
  teacherReviews: z.int(),
  /** True once a meeting link is set, also while the reader may not see it. */
  hasMeetLink: z.boolean(),
  /**
   * Where the class meets: from a few minutes before the start to the end (`rules`), and only for those with a seat,
   * its teacher and administrators. The door of a club closes before its end: from then on a learner who has not
   * entered reads none. Null for all others and at any other time.
   */
  meetLink: z.string().nullable(),
  /**
   * What a club talks about: its topic on the first line, then its questions. For the enrolled, its host and
   * administrators; null for everybody else, without a card, and of a class.
   */
  promptCard: z.string().nullable(),
  /** The numbers of the community that decide what is shown of it and when. */
  rules: shownRules,
};

/** A class as a student sees it. */
export const classCard = z.object({
  ...classFacts,
  isEnrolled: z.boolean(),
  /**
   * Until when a seat is held for the reader: for their pending payment (`isPaid`), or because it was offered to them
   * from the waiting list. Null without a held seat.
   */
  heldUntil: z.iso.datetime().nullable(),
  /** The reader's place in the waiting list, from 1; null where they do not wait. */
  waitingPlace: z.int().nullable(),
  /** The reader bought a single seat, or is about to. */
  isPaid: z.boolean(),
  /** The class was moved after the reader paid for their seat: whenever they leave it, the payment is refunded. */
  movedSincePaid: z.boolean(),
  /**
   * When the reader's plan ends, which nothing renews, where their seat is given back because of it before the class
   * begins; null for a seat that stays, and without one.
   */
  planEndsAt: z.iso.datetime().nullable(),
  /** Its teacher may no longer give it, and no other one has it yet: whenever the reader leaves, it costs nothing. */
  lacksTeacher: z.boolean(),
  /** Whether the reader attended; null until the roll is closed. */
  attended: z.boolean().nullable(),
  /** There are notes of the class, and the reader may read them as a student who was there. */
  hasNotes: z.boolean(),
  /** The reader has a seat, and there are messages to the class. */
  hasMessages: z.boolean(),
  /** Until when the reader leaves this club without an absence; null without a seat, and where leaving is never one. */
  leavesFreeUntil: z.iso.datetime().nullable(),
  /** That the reader missed this club or left it late; null where they did not. */
  myAbsence: absence.nullable(),
  /** Clubs only: until when booking is paused for the reader. */
  pausedUntil: z.iso.datetime().nullable(),
  /** Clubs only: until when the reader books no other, because as many as allowed are ahead (`rules.clubsAhead`). */
  bookedUpUntil: z.iso.datetime().nullable(),
  /** The reader's own review. */
  myReview: z.object({ rating: z.int(), words: z.string().nullable(), mayQuote: z.boolean() }).nullable(),
  /**
   * Null where the request would succeed, else the code of its refusal (texts: `refusals.<reason>`). An enrolled
   * reader may enrol again: nothing changes. `buy` is paying for a single seat. `leave` is null without a seat.
   */
  allowed: z.object({ enrol: code, buy: code, leave: code, wait: code, review: code }),
});
export type ClassCard = z.infer<typeof classCard>;

/** Whether the outside calendar shows a class: it does, it is being told, or telling it has failed so far. */
export const calendarStates = ['synced', 'syncing', 'failed'] as const;
export type CalendarState = (typeof calendarStates)[number];

/**
 * How a class repeats: on these days of the week, 1 is Monday, until a day, which is included; null: without an end.
 */
export const repeats = z.object({
  weekdays: z.array(z.int().min(1).max(7)).min(1).max(7),
  until: typedDay.nullable().default(null),
});
export type Repeats = z.output<typeof repeats>;

/** A class as its organiser sees it. Its meeting link shows at any time until the end. */
export const managedClass = z.object({
  ...classFacts,
  /** Increases with each change of an organiser. A change names the version that its organiser saw. */
  version: z.int(),
  /** Null for a class that was never meant for the outside calendar. */
  calendar: z.enum(calendarStates).nullable(),
  /** When attendance was closed and its rewards paid; null while it is open. */
  rollClosedAt: z.iso.datetime().nullable(),
  /** The link that its teacher pasted, with which a copy begins, also after the end; null for one made for it. */
  linkForCopies: z.string().nullable(),
  /** True where the teacher may no longer give classes, so that an administrator has to hand the class over. */
  lacksTeacher: z.boolean(),
  /** How the series of the class repeats; null for a class by itself, and for a substitute who gives it alone. */
  repeats: repeats.required().nullable(),
  /** The reader's offer of the class alone that waits for an answer, with the name of the other teacher. */
  offer: z.object({ id: uuid, name: z.string() }).nullable(),
  /** As on a student's card: null, or why not. */
  allowed: z.object({
    change: code,
    /** Meeting link, description and prompt card alone, until the end. */
    repair: code,
    cancel: code,
    delete: code,
    handOver: code,
    /** Offering the class alone to another teacher. */
    offer: code,
    offerSeries: code,
    /** Marking attendance, also after closing. */
    callRoll: code,
    closeRoll: code,
    addWalkIn: code,
    /** Enrolling a student who has neither an offer nor a place in the waiting list, as far as the class decides. */
    enrolStudent: code,
    removeStudent: code,
    /** Writing to the students, as far as the time of the class decides. */
    sendMessage: code,
  }),
});
export type ManagedClass = z.infer<typeof managedClass>;

/** Only https, and no user name before the host: `https://meet.google.com@elsewhere` leads elsewhere. */
const meetLink = z
  .url({ protocol: /^https$/, normalize: true })
  .max(500)
  .refine((address) => !/^https:\/\/[^/?#]*@/.test(address), 'names a user');

/** The least and the most of each; `classes` checks the same. No class has room for one kid alone. */
export const durationLimits = [10, 480] as const;
export const seatLimits = [1, 500] as const;
export const seatLimitsForKids = [2, 500] as const;

/** The fields that an organiser fills in. */
const formFields = {
  kind: z.enum(kinds),
  title: lineOfText(120),
  description: longText(2000),
  /** Day and wall-clock time in `zone`: yyyy-mm-dd and HH:mm. */
  date: typedDay,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  zone: zoneName,
  durationMinutes: wholeNumber(durationLimits),
  requiredTier: z.enum(tiers),
  language: z.enum(languageCodes).nullable(),
  level: z.enum(levels).nullable(),
  targetAudience: z.enum(ageGroups),
  maxStudents: wholeNumber(seatLimits),
  meetLink: meetLink.nullable(),
  /** Clubs only: a class keeps it without showing it. */
  promptCard: longText(longestPromptCard).nullable(),
  /** Null: no single seat is sold. */
  priceCents: z.int().min(priceLimits.least).max(priceLimits.most).nullable(),
};

/**
 * The form of a new class. Fields that are left out get defaults; a club has the seats that administrators set, a class
 * 12.
 */
export const classForm = z.object({
  ...formFields,
  kind: formFields.kind.default('class'),
  zone: zoneName.default(bogota),
  durationMinutes: formFields.durationMinutes.default(60),
  requiredTier: formFields.requiredTier.default('free'),
  language: formFields.language.default(null),
  level: formFields.level.default(null),
  targetAudience: formFields.targetAudience.default('adult'),
  maxStudents: formFields.maxStudents.optional(),
  meetLink: formFields.meetLink.default(null),
  promptCard: formFields.promptCard.default(null),
  /** Left out: the usual price of a single seat. */
  priceCents: formFields.priceCents.optional(),
  /** The teacher; the actor where it is omitted. Only administrators name another person. */
  teacherId: uuid.optional(),
  /** Left out: once. `date` is then the first day on which it may be. */
  repeats: repeats.optional(),
});
export type ClassForm = z.output<typeof classForm>;

/**
 * The changed fields of a class; fields that are left out stay. A new zone alone keeps the wall-clock time and moves
 * the instant.
 */
export const classChanges = z
  .object(formFields)
  .partial()
  .extend({
    /** The version that the organiser saw. */
    version: z.int().min(1),
  });
export type ClassChanges = z.output<typeof classChanges>;
