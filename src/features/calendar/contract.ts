import { z } from 'zod';
import { confirmEmailFirst } from '#features/accounts/contract.ts';
import { operation } from '#shared/operation.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText, longText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { bogota, zoneName } from '#shared/time/zones.ts';
import { uuid } from '#shared/uuid.ts';

/**
 * The outside calendar that Sumi writes classes to, and the feeds of Sumi that calendar programs subscribe to.
 */

export const calendarRefusals = {
  unreachable: { code: 'calendar/unreachable', status: 503 },
  unusable: { code: 'calendar/unusable', status: 502 },
  tooManyEvents: { code: 'calendar/too-many-events', status: 422 },
  noSuchTime: { code: 'calendar/no-such-time', status: 422 },
  notOrganising: { code: 'calendar/not-organising', status: 422 },
} as const satisfies Record<string, RefusalKind>;

/** A secret address that a calendar program reads; null while there is none. */
export const feed = z.object({
  /** `/api/calendar/….ics` on this site. */
  path: z.string().nullable(),
  createdAt: z.iso.datetime().nullable(),
});
export type Feed = z.infer<typeof feed>;

export const readOwnFeed = operation({
  id: 'readOwnFeed',
  method: 'get',
  path: '/api/calendar/feed',
  summary: 'The address of the reader’s own calendar feed: the classes they are enrolled in or teach.',
  answer: feed,
});

export const renewOwnFeed = operation({
  id: 'renewOwnFeed',
  method: 'post',
  path: '/api/calendar/feed',
  summary: 'Gives the reader’s feed a new address; the one before stops working at once.',
  answer: feed,
});

export const revokeOwnFeed = operation({
  id: 'revokeOwnFeed',
  method: 'delete',
  path: '/api/calendar/feed',
  summary: 'Takes the reader’s feed away. Without one, nothing changes.',
  answer: feed,
});

export const renewOrganisersFeed = operation({
  id: 'renewOrganisersFeed',
  method: 'post',
  path: '/api/calendar/organisers-feed',
  summary: 'Gives the feed of the built-in calendar a new address; the one before stops working at once.',
  answer: feed,
});

export const revokeOrganisersFeed = operation({
  id: 'revokeOrganisersFeed',
  method: 'delete',
  path: '/api/calendar/organisers-feed',
  summary: 'Takes the feed of the built-in calendar away.',
  answer: feed,
});

/** A class whose present state is not in the calendar yet. */
const unsynced = z.object({
  id: uuid,
  title: z.string(),
  startsAt: z.iso.datetime(),
  teacherName: z.string(),
  attempts: z.int(),
  /** The calendar’s last error; null until the class counts as failed. */
  error: z.string().nullable(),
  nextAttemptAt: z.iso.datetime().nullable(),
});

export const readCalendarStatus = operation({
  id: 'readCalendarStatus',
  method: 'get',
  path: '/api/calendar/status',
  summary:
    'What the classes are shown in, what waits to be shown there, and what failed; for administrators.',
  answer: z.object({
    kind: z.enum(['google', 'built-in']),
    /** The calendar’s id; null for the built-in one. */
    name: z.string().nullable(),
    /** Where classes without an address of their own meet. */
    meetings: z.enum(['google-meet', 'jitsi']).nullable(),
    /** Whether the built-in calendar also reads an outside calendar. */
    subscribed: z.boolean(),
    lastSyncedAt: z.iso.datetime().nullable(),
    /** How many writes to the calendar are due: classes, events and removals, failed ones included. */
    waiting: z.int(),
    failed: z.int(),
    /** The classes among them, failed ones first, at most 50. */
    classes: z.array(unsynced),
    /** The feed of the built-in calendar; without an address where Google’s calendar is connected. */
    organisersFeed: feed,
  }),
});
export type CalendarStatus = z.infer<typeof readCalendarStatus.answer>;

export const readFeedFile = operation({
  id: 'readFeedFile',
  method: 'get',
  path: '/api/calendar/{file}',
  summary: "A feed as iCalendar text, for calendar programs: the secret in the file's name is the key to it.",
  params: z.object({ file: z.string() }),
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});

export const retryCalendar = operation({
  id: 'retryCalendar',
  method: 'post',
  path: '/api/calendar/retry',
  summary: 'Tries again at once whatever waits for the calendar, also what failed.',
  answer: z.object({
    /** How many writes are tried again. */
    tried: z.int(),
  }),
});

export const syncClass = operation({
  id: 'syncClass',
  method: 'post',
  path: '/api/calendar/classes/{id}/sync',
  summary: 'Writes one class to the calendar again: administrators any, a verified teacher their own.',
  params: z.object({ id: uuid }),
  answer: z.object({ id: uuid }),
  refusals: [commonRefusals.notFound],
});

const eventForm = z.object({
  title: lineOfText(120),
  description: z.union([z.literal(''), longText(2000)]).default(''),
  /** Local day and time in `zone`: yyyy-mm-dd and HH:mm. */
  date: typedDay,
  time: z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/),
  /** In minutes. */
  duration: z.int().min(10).max(480).default(60),
  zone: zoneName.default(bogota),
});
export type EventForm = z.output<typeof eventForm>;

/** The id of an event: Google's, Sumi's, or that of a calendar that is only read. */
const eventId = z
  .string()
  .min(5)
  .max(1024)
  .regex(/^[\x21-\x7e]+$/);

export const changeCalendar = operation({
  id: 'changeCalendar',
  method: 'post',
  path: '/api/functions/calendar',
  summary:
    'Puts an event without a class into the calendar, or takes one away: administrators any, a verified teacher their own. The calendar follows by itself; it need not answer now.',
  body: z.discriminatedUnion('action', [
    z.object({
      action: z.literal('create'),
      event: eventForm,
      /** The event’s owner: the reader, unless an administrator names another organiser. */
      userId: uuid.optional(),
    }),
    z.object({ action: z.literal('delete'), eventId }),
  ]),
  answer: z.object({ eventId: z.string() }),
  refusals: [calendarRefusals.noSuchTime, calendarRefusals.notOrganising],
  idempotent: true,
});

/** Why an event did not become a class, but for those that are counted: they are classes already, or other people's. */
export const skipReasons = [
  'deleted-here',
  'started',
  'all-day',
  'no-time',
  'unknown-zone',
  'too-many-repetitions',
  'not-accepted',
  'no-title',
  'unusable',
] as const;
export type SkipReason = (typeof skipReasons)[number];

export const importEvents = operation({
  id: 'importEvents',
  method: 'post',
  path: '/api/functions/sync-calendar',
  summary:
    'Makes a class of each event of the calendar in the coming 60 days that is none yet: administrators of all, a verified teacher of their own. Again, it makes no more.',
  body: z.object({
    /** Who gives the classes: the reader, unless an administrator names another organiser. */
    userId: uuid,
  }),
  answer: z.object({
    imported: z.int(),
    /** Events that did not become a class this time, most of them because they already are one. */
    skipped: z.int(),
    /** How many of them are classes already. */
    known: z.int(),
    /** How many of them are other people's. */
    notYours: z.int(),
    /** Classes that were changed because their event had changed. */
    updated: z.int(),
    /** The events of the imported and the updated classes, at most 200. */
    changed: z.array(
      z.object({
        title: z.string(),
        startsAt: z.iso.datetime(),
        outcome: z.enum(['imported', 'updated']),
      }),
    ),
    /** Why the others were skipped, at most 200 of them. */
    skippedBecause: z.array(
      z.object({
        title: z.string(),
        startsAt: z.iso.datetime().nullable(),
        reason: z.enum(skipReasons),
      }),
    ),
    /** Imported classes whose event is gone from the calendar: they stay until an organiser cancels them. */
    vanished: z.array(z.object({ classId: uuid, title: z.string(), startsAt: z.iso.datetime() })),
  }),
  refusals: [
    confirmEmailFirst,
    calendarRefusals.unreachable,
    calendarRefusals.unusable,
    calendarRefusals.tooManyEvents,
    calendarRefusals.notOrganising,
  ],
});
export type Imported = z.output<typeof importEvents.answer>;
