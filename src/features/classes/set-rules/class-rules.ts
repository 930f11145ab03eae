import { z } from 'zod';
import { wholeNumber } from '#shared/formats/whole-number.ts';
import { ruleLimits } from './rule-limits.ts';

const whole = (name: keyof typeof ruleLimits) => wholeNumber(ruleLimits[name]);

/**
 * The numbers of clubs and classes that administrators set (`class_rules`). The rules that follow from them are pure
 * functions that take them.
 */
export const classRules = z.object({
  /** Seats of a new club whose organiser gave no number. */
  clubSeats: whole('clubSeats'),
  /** With fewer learners a club has no conversation. */
  fewestLearners: whole('fewestLearners'),
  /** In so many clubs to come a student has a seat or waits for one, at most; bought seats are not counted. */
  clubsAhead: whole('clubsAhead'),
  /** How many hours before the start of a club its people are told that it lacks learners. */
  lackToldHours: whole('lackToldHours'),
  /** How many minutes before the start the meeting opens. */
  doorOpensMinutes: whole('doorOpensMinutes'),
  /** How many minutes after its start the door of a club closes: a talk that has begun is not broken up. */
  doorClosesMinutes: whole('doorClosesMinutes'),
  /** Until how many hours before its start a club is left without an absence. */
  freeHours: whole('freeHours'),
  /** Until how many hours before its start a bought seat is refunded. */
  refundedHours: whole('refundedHours'),
  /** A freed seat is offered for a share of the time that is left, within these limits. */
  shortestOfferMinutes: whole('shortestOfferMinutes'),
  longestOfferHours: whole('longestOfferHours'),
  /** From how many minutes before the start on a freed seat is open to all who wait. */
  openToAllMinutes: whole('openToAllMinutes'),
  /** So many absences within `countedDays` pause the booking of clubs for `pauseDays`. */
  pausingAbsences: whole('pausingAbsences'),
  countedDays: whole('countedDays'),
  pauseDays: whole('pauseDays'),
});
export type ClassRules = z.infer<typeof classRules>;

/** Those that a class says of itself: a browser decides by them what to show, and when to read again. */
export const shownRules = classRules.pick({
  fewestLearners: true,
  clubsAhead: true,
  doorOpensMinutes: true,
  doorClosesMinutes: true,
  freeHours: true,
  refundedHours: true,
  shortestOfferMinutes: true,
  longestOfferHours: true,
  openToAllMinutes: true,
});
export type ShownRules = z.infer<typeof shownRules>;

/** What leaving a club late and not coming to it cost. */
export const absenceRules = classRules.pick({
  freeHours: true,
  pausingAbsences: true,
  countedDays: true,
  pauseDays: true,
});
export type AbsenceRules = z.infer<typeof absenceRules>;

/** A class with the numbers that a rule takes. */
export type Ruled<Name extends keyof ClassRules> = { rules: Pick<ClassRules, Name> };
