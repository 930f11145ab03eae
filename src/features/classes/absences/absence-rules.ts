import type { RefusalKind } from '#shared/refusal.ts';
import { dayMs, hourMs } from '#shared/time/durations.ts';
import { type AbsenceReason, absenceRefusals, type Kind, type Status } from '../contract.ts';
import type { AbsenceRules } from '../set-rules/class-rules.ts';

/** A club and the seat that a student has in it. */
export type LeftClub = {
  kind: Kind;
  status: Status;
  startsAt: Date;
  movedAt: Date | null;
  /** Its host may no longer give clubs, and no other one has it yet. */
  lacksTeacher: boolean;
  seat: { paymentId: string | null; heldUntil: Date | null; agreedAt: Date; givenLate: boolean };
};

/** Whether missing a class is an absence: a club, whose seat cost nothing and was not given late by an organiser. */
export function missingCounts(
  kind: Kind,
  { paymentId, givenLate }: Pick<LeftClub['seat'], 'paymentId' | 'givenLate'>,
): boolean {
  return kind === 'club' && paymentId === null && !givenLate;
}

/**
 * The instant until which a student can leave without an absence; null where leaving is never one: in a class (only
 * clubs count absences), for a held or bought seat, which has rules of its own, for one that an organiser gave when it
 * was late, where the club was moved since the student took the seat, and while it has no host who could be let down.
 */
export function leavesFreeUntil(club: LeftClub, { freeHours }: Pick<AbsenceRules, 'freeHours'>): Date | null {
  const { kind, status, startsAt, movedAt, lacksTeacher, seat } = club;
  if (status !== 'scheduled' || seat.heldUntil !== null || !missingCounts(kind, seat)) return null;
  if (lacksTeacher || (movedAt !== null && movedAt > seat.agreedAt)) return null;
  return new Date(startsAt.getTime() - freeHours * hourMs);
}

/** Whether a seat in a club that is taken at `now` can only be left with an absence. */
export function leavesLateAtOnce(
  club: Pick<LeftClub, 'kind' | 'status' | 'startsAt'>,
  rules: Pick<AbsenceRules, 'freeHours'>,
  now: Date,
): boolean {
  const seat = { paymentId: null, heldUntil: null, agreedAt: now, givenLate: false };
  return leavesLate({ ...club, movedAt: null, lacksTeacher: false, seat }, rules, now);
}

/** Whether leaving at `now` is an absence, for a club that has not begun. */
export function leavesLate(club: LeftClub, rules: Pick<AbsenceRules, 'freeHours'>, now: Date): boolean {
  const free = leavesFreeUntil(club, rules);
  return free !== null && now > free;
}

/** How many of these absences, none of them excused, count at `now`. */
export function countedAbsences(
  recorded: readonly Date[],
  { countedDays }: Pick<AbsenceRules, 'countedDays'>,
  now: Date,
): number {
  return recorded.filter((at) => at <= now && now.getTime() - at.getTime() < countedDays * dayMs).length;
}

/**
 * Until when the booking of clubs is paused at `now` by these absences, none of them excused; null where it is not. An
 * absence pauses when it and the earlier ones within `countedDays` are at least `pausingAbsences`. One absence less
 * never makes a pause longer, so excusing one can only help.
 */
export function pausedUntil(
  recorded: readonly Date[],
  { pausingAbsences, countedDays, pauseDays }: Omit<AbsenceRules, 'freeHours'>,
  now: Date,
): Date | null {
  const pausing = recorded.filter(
    (at) => at <= now && countedAbsences(recorded, { countedDays }, at) >= pausingAbsences,
  );
  const ends = pausing.map((at) => at.getTime() + pauseDays * dayMs);
  const end = Math.max(0, ...ends);
  return end > now.getTime() ? new Date(end) : null;
}

/** Why a student takes no seat in a club now, and no place in its waiting list. Classes are never paused. */
export function pauseRefusal(kind: Kind, paused: Date | null): RefusalKind | null {
  return kind === 'club' && paused !== null ? absenceRefusals.clubsPaused : null;
}

/** Power and internet cuts are excused by themselves, whether the student or an organiser says so. */
export function excusesItself(reason: AbsenceReason | null): boolean {
  return reason === 'power';
}

/** Whether an organiser's note excuses an absence: it says so, or its reason does. */
export function isExcusedBy(note: { reason: AbsenceReason | null; excused: boolean }): boolean {
  return note.excused || excusesItself(note.reason);
}
