import { z } from 'zod';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { operation } from '#shared/operation.ts';

/** A class that is about to be, as the organisers' first page lists it. */
const nextClass = z.object({
  id: z.uuid(),
  title: z.string(),
  startsAt: z.iso.datetime(),
  /** Null means that everybody is welcome. */
  language: z.enum(languageCodes).nullable(),
  targetAudience: z.enum(ageGroups),
  requiredTier: z.enum(tiers),
  teacherName: z.string(),
  seatsTaken: z.int(),
  maxStudents: z.int(),
});
export type NextClass = z.infer<typeof nextClass>;

const newStudent = z.object({ id: z.uuid(), name: z.string(), joinedAt: z.iso.datetime() });
export type NewStudent = z.infer<typeof newStudent>;

/** What was paid in one currency. */
const money = z.object({ currency: z.string(), cents: z.int() });

/** Weeks begin on Monday, months on the 1st, both at midnight in the reader's zone. */
export const overview = z.object({
  /** Classes (no clubs) that are scheduled and have not ended. */
  activeClasses: z.int(),
  /** People whose strongest role is student. */
  totalStudents: z.int(),
  /** Accounts made in the last 30 days, whatever became of them. */
  signUps: z.int(),
  /** Seats of this week's classes and clubs, over or to come, without the cancelled. */
  seatsThisWeek: z.object({ taken: z.int(), offered: z.int() }),
  /** Payments completed this month and not given back, by currency, the largest sum first. */
  monthRevenue: z.array(money),
  /**
   * Of the seats whose roll was called in classes and clubs of the last 30 days, how many were taken: from 0 to 1.
   * Null where no roll was called.
   */
  attendanceRate: z.number().min(0).max(1).nullable(),
  /** The next to begin, three at most. */
  nextClasses: z.array(nextClass),
  /** Who joined last, three at most. */
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

/** One week, from Monday in the reader's zone; what never happened is 0. */
const week = z.object({
  /** Its Monday, `yyyy-mm-dd`. */
  monday: z.iso.date(),
  signUps: z.int(),
  /** Seats whose roll was called, and those of them that were taken. */
  seatsMarked: z.int(),
  seatsAttended: z.int(),
  /** Coins that came into being (everything given but refunds), and coins paid for purchases. */
  coinsIssued: z.int(),
  coinsSpent: z.int(),
  /** Payments completed and not given back, in the currency of the answer. */
  revenueCents: z.int(),
});
export type Week = z.infer<typeof week>;

export const trends = z.object({
  /** Oldest first, the current week last. */
  weeks: z.array(week),
  /** The one in which most was paid over these weeks; other currencies are not in `revenueCents`. */
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

/** What waits for an organiser: how many of each. */
export const waiting = z.object({
  applications: z.int(),
  orders: z.int(),
  videos: z.int(),
  cupClaims: z.int(),
  /** Classes and deleted events that the outside calendar has refused at least once. */
  calendar: z.int(),
  refunds: z.int(),
});
export type Waiting = z.infer<typeof waiting>;

export const readWaiting = operation({
  id: 'readWaiting',
  method: 'get',
  path: '/api/admin/waiting',
  summary: 'How much waits for somebody: applications, orders, videos, claims, failed syncs, refunds.',
  answer: waiting,
});
