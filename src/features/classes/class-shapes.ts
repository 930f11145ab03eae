import { z } from 'zod';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { bogota, zoneName } from '#shared/zones.ts';

/**
 * Live classes and conversation clubs. A class is one instant (`startsAt`), the zone its organiser thinks
 * in, and a duration; how to show it in Mexico City's or the reader's time is in `#shared/zones.ts`.
 */

export const kinds = ['class', 'club'] as const;
export type Kind = (typeof kinds)[number];

export const statuses = ['scheduled', 'cancelled', 'done'] as const;
export type Status = (typeof statuses)[number];

const code = z.string().nullable();

/** What a class shows on every screen. */
const classFacts = {
  id: z.uuid(),
  kind: z.enum(kinds),
  title: z.string(),
  description: z.string(),
  /** The instant it begins, ISO 8601 in UTC. */
  startsAt: z.iso.datetime(),
  /** The IANA zone its organiser typed the time in. */
  zone: z.string(),
  durationMinutes: z.int(),
  requiredTier: z.enum(tiers),
  /** A code of the languages registry; null means that everybody is welcome. */
  language: z.enum(languageCodes).nullable(),
  level: z.enum(levels).nullable(),
  targetAudience: z.enum(ageGroups),
  maxStudents: z.int(),
  /** How many are enrolled. */
  seatsTaken: z.int(),
  /** `done` once its end has passed. */
  status: z.enum(statuses),
  /** What its organiser told everybody when it was cancelled; null for any other. */
  cancelReason: z.string().nullable(),
  /** What a single seat costs whose tier does not reach, in cents of `currency`; null: none is sold. */
  priceCents: z.int().nullable(),
  currency: z.string(),
  teacherName: z.string(),
  /** 1 to 5, or null while nobody has rated them. */
  teacherRating: z.number().nullable(),
  /** True once a meeting address is set, whether or not the reader may see it now. */
  hasMeetLink: z.boolean(),
  /**
   * Where the class meets; only for the enrolled, its teacher and administrators, from 15 minutes before
   * the start to the end. Null for everybody else and at any other time.
   */
  meetLink: z.string().nullable(),
};

/** A class as somebody who may take it sees it. */
export const classCard = z.object({
  ...classFacts,
  isEnrolled: z.boolean(),
  /** Until when a seat is kept that the reader has yet to pay; null where they have none of that kind. */
  heldUntil: z.iso.datetime().nullable(),
  /** The reader bought their seat by itself. */
  isPaid: z.boolean(),
  /** Whether the reader was there; null while the roll has not been called. */
  attended: z.boolean().nullable(),
  /** How the reader has rated it. */
  myReview: z.object({ rating: z.int(), words: z.string().nullable(), mayQuote: z.boolean() }).nullable(),
  /**
   * Null where asking would succeed, else the code of the refusal it would get (texts: `refusals.<reason>`).
   * Whoever is enrolled may "enrol" again: nothing changes. `leave` says nothing without a seat.
   */
  allowed: z.object({ enrol: code, leave: code, review: code }),
});
export type ClassCard = z.infer<typeof classCard>;

/** Where a class stands with the outside calendar: being brought there, there, or not there yet after trying. */
export const calendarStates = ['synced', 'syncing', 'failed'] as const;
export type CalendarState = (typeof calendarStates)[number];

/** A class as its organiser sees it. */
export const managedClass = z.object({
  ...classFacts,
  /** Moves with each change an organiser makes; whoever changes a class says which one they saw. */
  version: z.int(),
  /** Null for a class that no calendar was ever asked to show. */
  calendar: z.enum(calendarStates).nullable(),
  /** As on a student's card: null, or why not. */
  allowed: z.object({ change: code, cancel: code, remove: code, callRoll: code }),
});
export type ManagedClass = z.infer<typeof managedClass>;

/** Only https, and no name before the host: `https://meet.google.com@elsewhere` leads elsewhere. */
const meetLink = z
  .url({ protocol: /^https$/, normalize: true })
  .max(500)
  .refine((address) => !/^https:\/\/[^/?#]*@/.test(address), 'names a user');

/** What an organiser may say of a class. */
const formFields = {
  kind: z.enum(kinds),
  title: lineOfText(120),
  description: longText(2000),
  /** The day and time of the clock on the wall in `zone`: yyyy-mm-dd and HH:mm. */
  date: z.iso.date(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  zone: zoneName,
  durationMinutes: z.int().min(10).max(480),
  requiredTier: z.enum(tiers),
  language: z.enum(languageCodes).nullable(),
  level: z.enum(levels).nullable(),
  targetAudience: z.enum(ageGroups),
  maxStudents: z.int().min(1).max(500),
  meetLink: meetLink.nullable(),
  /** Null: no single seat is sold. */
  priceCents: z.int().min(50).max(1_000_000).nullable(),
};

/** The organiser's form. What it leaves out gets the defaults; a club has 6 seats, a class 12. */
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
  /** Left out, what a single seat usually costs. */
  priceCents: formFields.priceCents.optional(),
});
export type ClassForm = z.output<typeof classForm>;

/**
 * What changes about a class; what is left out stays. A new zone alone keeps the clock's time and moves the
 * instant.
 */
export const classChanges = z
  .object(formFields)
  .partial()
  .extend({
    /** The version that whoever changes it was looking at. */
    version: z.int().min(1),
  });
export type ClassChanges = z.output<typeof classChanges>;
