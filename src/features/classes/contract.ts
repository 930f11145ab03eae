import { z } from 'zod';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { operation } from '#shared/operation.ts';
import { cursorInput } from '#shared/page-cursor.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
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

/** Why somebody cannot take a seat, or cannot give it back. */
export const enrolRefusals = {
  tierTooLow: {
    code: 'classes/tier-too-low',
    status: 403,
    message: 'Tu plan no incluye esta clase. Mejora tu plan para inscribirte.',
  },
  otherAudience: {
    code: 'classes/other-audience',
    status: 403,
    message: 'Esta clase es para personas de otra edad.',
  },
  ownClass: {
    code: 'classes/own-class',
    status: 409,
    message: 'Esta clase la das tú, así que ya tienes tu lugar.',
  },
  cancelled: { code: 'classes/cancelled', status: 409, message: 'Esta clase se canceló.' },
  alreadyStarted: { code: 'classes/already-started', status: 409, message: 'Esta clase ya empezó.' },
  full: { code: 'classes/full', status: 409, message: 'Ya no quedan lugares en esta clase.' },
} as const satisfies Record<string, RefusalKind>;

/** Why a class cannot be put on the calendar. */
export const scheduleRefusals = {
  inThePast: {
    code: 'classes/in-the-past',
    status: 422,
    message: 'Esa fecha ya pasó. Elige una que esté por venir.',
  },
  noSuchTime: {
    code: 'classes/no-such-time',
    status: 422,
    message: 'Esa hora no existe ese día: el reloj se adelanta. Elige otra.',
  },
} as const satisfies Record<string, RefusalKind>;

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
  status: z.enum(statuses),
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
  /**
   * Null where asking would succeed, else the code of the refusal it would get (texts: `refusals.<reason>`).
   * Whoever is enrolled may "enrol" again: nothing changes. `leave` says nothing unless `isEnrolled`.
   */
  allowed: z.object({ enrol: code, leave: code }),
});
export type ClassCard = z.infer<typeof classCard>;

/** A class as its organiser sees it. */
export const managedClass = z.object({ ...classFacts, allowed: z.object({ remove: code }) });
export type ManagedClass = z.infer<typeof managedClass>;

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

/** Only https, and no name before the host: `https://meet.google.com@elsewhere` leads elsewhere. */
const meetLink = z
  .url({ protocol: /^https$/, normalize: true })
  .max(500)
  .refine((address) => !/^https:\/\/[^/?#]*@/.test(address), 'names a user');

/** The organiser's form. What it leaves out gets the defaults; a club has 6 seats, a class 12. */
export const classForm = z.object({
  kind: z.enum(kinds).default('class'),
  title: lineOfText(120),
  description: longText(2000),
  /** The day and time of the clock on the wall in `zone`: yyyy-mm-dd and HH:mm. */
  date: z.iso.date(),
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  zone: zoneName.default(bogota),
  durationMinutes: z.int().min(10).max(480).default(60),
  requiredTier: z.enum(tiers).default('free'),
  language: z.enum(languageCodes).nullable().default(null),
  level: z.enum(levels).nullable().default(null),
  targetAudience: z.enum(ageGroups).default('adult'),
  maxStudents: z.int().min(1).max(500).optional(),
  meetLink: meetLink.nullable().default(null),
});
export type ClassForm = z.output<typeof classForm>;

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

export const deleteClass = operation({
  id: 'deleteClass',
  method: 'delete',
  path: '/api/classes/{id}',
  summary:
    'Takes a class off the calendar with its enrolments: administrators any, a verified teacher their own.',
  params: classId,
  answer: z.object({ id: z.uuid() }),
  refusals: [commonRefusals.notFound],
});
