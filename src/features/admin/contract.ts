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
  /**
   * Coins that came into being this month (everything given but refunds), and coins paid for purchases. What
   * administrators took away is neither.
   */
  coinsThisMonth: z.object({ issued: z.int(), spent: z.int() }),
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
