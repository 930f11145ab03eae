import { z } from 'zod';
import { kinds } from '#features/classes/contract.ts';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { operation } from '#shared/operation.ts';
import { uuid } from '#shared/uuid.ts';

/** A class or club on the administrators' overview. */
const classFacts = {
  id: uuid,
  kind: z.enum(kinds),
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** Null: a class in several languages, for every learner. */
  language: z.enum(languageCodes).nullable(),
  targetAudience: z.enum(ageGroups),
  requiredTier: z.enum(tiers),
  teacherName: z.string(),
  seatsTaken: z.int(),
  maxStudents: z.int(),
};

const nextClass = z.object(classFacts);
export type NextClass = z.infer<typeof nextClass>;

/** A class or club of the reader's day that is under way, is still to begin, or has ended with a roll to call. */
const todaysClass = z.object({
  ...classFacts,
  state: z.enum(['live', 'coming', 'roll-due']),
  /** A roll may be closed from the start on, while the class is live. */
  rollClosed: z.boolean(),
});
export type TodaysClass = z.infer<typeof todaysClass>;

/** What a new community does first; true once it is done. */
const firstSteps = z.object({
  classScheduled: z.boolean(),
  teacherApproved: z.boolean(),
  videoShown: z.boolean(),
  studentJoined: z.boolean(),
});
export type FirstSteps = z.infer<typeof firstSteps>;

const newStudent = z.object({ id: uuid, name: z.string(), joinedAt: z.iso.datetime() });
export type NewStudent = z.infer<typeof newStudent>;

/** A sum in one currency. */
const money = z.object({ currency: z.string(), cents: z.int() });

/** Weeks begin on Monday, months on the 1st, both at midnight in the reader's zone. */
export const overview = z.object({
  /** Classes (no clubs) that are scheduled and have not ended. */
  activeClasses: z.int(),
  /** Clubs that are scheduled and have not ended. */
  activeClubs: z.int(),
  /** People whose strongest role is student. */
  totalStudents: z.int(),
  /** Those of `totalStudents` whose account was made in the last 30 days. */
  signUps: z.int(),
  /** Seats of this week's classes and clubs, past and upcoming; cancelled classes do not count. */
  seatsThisWeek: z.object({ taken: z.int(), offered: z.int() }),
  /** Payments completed this month and not refunded, by currency, the largest sum first. */
  monthRevenue: z.array(money),
  /**
   * Share, from 0 to 1, of the enrolled students marked present in classes and clubs of the last 30 days whose roll
   * was called. Null without any called roll.
   */
  attendanceRate: z.number().min(0).max(1).nullable(),
  /** The first three classes or clubs after the reader's day, whose own are in `today`. */
  nextClasses: z.array(nextClass),
  /** By start, at most 50. */
  today: z.array(todaysClass),
  /**
   * Null once all of them are done, and in a community that has classes and whose first student joined 30 days ago: it
   * may do well without a video.
   */
  firstSteps: firstSteps.nullable(),
  /** The three students who joined last. */
  newestStudents: z.array(newStudent),
});
export type Overview = z.infer<typeof overview>;

export const readOverview = operation({
  id: 'readOverview',
  method: 'get',
  path: '/api/admin/overview',
  summary: 'How the community is doing: the figures and short lists of the organisers’ first page.',
  answer: overview,
});

/** How many weeks the charts go back, the current one included. */
export const trendWeeks = 12;

/** One week, from Monday in the reader's zone. A figure without events is 0. */
const week = z.object({
  /** Its Monday, `yyyy-mm-dd`. */
  monday: z.iso.date(),
  signUps: z.int(),
  /** Students marked on a roll, and those of them who were present. */
  seatsMarked: z.int(),
  seatsAttended: z.int(),
  /** Coins issued (every credit except refunds, less rewards taken back), and coins spent on purchases. */
  coinsIssued: z.int(),
  coinsSpent: z.int(),
  /** Payments completed and not refunded, in the currency of the answer. */
  revenueCents: z.int(),
});
export type Week = z.infer<typeof week>;

export const trends = z.object({
  /** Oldest first, the current week last. */
  weeks: z.array(week),
  /** The currency with the largest sum over these weeks; `revenueCents` leaves out the others. */
  currency: z.string(),
});
export type Trends = z.infer<typeof trends>;

export const readTrends = operation({
  id: 'readTrends',
  method: 'get',
  path: '/api/admin/trends',
  summary: 'Sign-ups, attendance, coins and revenue of the last twelve weeks.',
  answer: trends,
});

const stuckWork = z.object({
  /** Which work of the server it is, such as `send-mail`; or the name of a chore. */
  kind: z.string(),
  count: z.int(),
  since: z.iso.datetime(),
  /** The latest, with no address and no secret in it. */
  lastError: z.string().nullable(),
});

/** What waits for an administrator: how many of each. */
export const waiting = z.object({
  applications: z.int(),
  orders: z.int(),
  videos: z.int(),
  /** Things that people reported, each once. */
  reports: z.int(),
  /** Hidden names in whose place the person chose another. */
  names: z.int(),
  /** Hidden pages of teachers, changed since. */
  pages: z.int(),
  cupClaims: z.int(),
  /** Classes, deleted events and events of organisers that failed at the outside calendar four times in a row. */
  calendar: z.int(),
  refunds: z.int(),
  /** Payments whose money an administrator has to give back. */
  owedBack: z.int(),
  /** Classes and clubs of the last 30 days that ended and whose roll is still open. */
  rolls: z.int(),
  /** Classes whose teacher may no longer give classes: to come, under way, and ended with an open roll. */
  classesWithoutTeacher: z.int(),
  /** Classes and clubs without a meeting link that begin within 48 hours or are under way. */
  classesWithoutLink: z.int(),
  /** What the server tries again and again, by kind; the calendar has a page of its own. */
  stuck: z.array(stuckWork),
});
export type StuckWork = z.infer<typeof stuckWork>;
export type Waiting = z.infer<typeof waiting>;

export const readWaiting = operation({
  id: 'readWaiting',
  method: 'get',
  path: '/api/admin/waiting',
  summary:
    'How much waits for an organiser: applications, orders, videos, reports, names, claims, failed syncs, refunds, rolls, links.',
  answer: waiting,
});
