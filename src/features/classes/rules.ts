import type { AgeGroup } from '#shared/actor.ts';
import type { RefusalKind } from '#shared/refusal.ts';
import { dayMs, endOf, hourMs, minuteMs } from '#shared/time/durations.ts';
import {
  attendanceRefusals,
  changeRefusals,
  enrolRefusals,
  entryRefusals,
  type Kind,
  quoteRefusals,
  type Status,
  scheduleRefusals,
  seatLimitsForKids,
} from './contract.ts';
import type { ClassRules, Ruled } from './set-rules/class-rules.ts';

export { leavesLateAtOnce } from './absences/absence-rules.ts';
export * from './browse/address-rules.ts';
export * from './holidays/holiday-rules.ts';
export { ruleLimits } from './set-rules/rule-limits.ts';
export * from './timetable/prompt-rules.ts';

/** Seats of a class; a club has fewer, because in a larger group most people only listen. */
const classSeats = 12;

/** Seats of a new class whose organiser gave no number. */
export function seatsByDefault(kind: Kind, { clubSeats }: Pick<ClassRules, 'clubSeats'>): number {
  return kind === 'club' ? clubSeats : classSeats;
}

/** Why a class for these people cannot have so few seats, or null. */
export function seatsRefusal({ targetAudience, maxStudents }: Room): RefusalKind | null {
  return targetAudience === 'kid' && maxStudents < seatLimitsForKids[0]
    ? scheduleRefusals.tooFewForKids
    : null;
}

type Room = { targetAudience: AgeGroup; maxStudents: number };
export type Timing = { startsAt: Date; durationMinutes: number };
export type Seats = { seatsTaken: number; maxStudents: number };

export function hasStarted({ startsAt }: Pick<Timing, 'startsAt'>, now: Date): boolean {
  return now >= startsAt;
}

/** True from the end on. */
export function hasEnded(liveClass: Timing, now: Date): boolean {
  return now >= endOf(liveClass);
}

/**
 * The status of a class. `done` follows from the clock and is not stored: a chore that stored it would be late by its
 * interval, or for as long as no server runs.
 */
export function statusAt(liveClass: Timing & { status: Status }, now: Date): Status {
  return liveClass.status === 'scheduled' && hasEnded(liveClass, now) ? 'done' : liveClass.status;
}

/** True from some minutes before the start until the end, the end itself excluded. */
export function isDoorOpen(liveClass: Timing & Ruled<'doorOpensMinutes'>, now: Date): boolean {
  return now >= doorOpensAt(liveClass) && !hasEnded(liveClass, now);
}

export function doorOpensAt({ startsAt, rules }: Pick<Timing, 'startsAt'> & Ruled<'doorOpensMinutes'>): Date {
  return new Date(startsAt.getTime() - rules.doorOpensMinutes * minuteMs);
}

/**
 * When the door closes for students who have not come yet: some minutes after the start of a club, at the end of a
 * class.
 */
export function doorClosesAt({
  kind,
  startsAt,
  durationMinutes,
  rules,
}: Timing & { kind: Kind } & Ruled<'doorClosesMinutes'>): Date {
  const open = kind === 'club' ? Math.min(rules.doorClosesMinutes, durationMinutes) : durationMinutes;
  return endOf({ startsAt, durationMinutes: open });
}

/**
 * Whether a student with a seat is let in. One who came through Sumi in time is let in again until the end, because
 * connections break.
 */
export function isLetIn(
  liveClass: Timing & Doors & { kind: Kind; enteredAt: Date | null },
  now: Date,
): boolean {
  if (!isDoorOpen(liveClass, now)) return false;
  return liveClass.enteredAt !== null || now < doorClosesAt(liveClass);
}

type Doors = Ruled<'doorOpensMinutes' | 'doorClosesMinutes'>;

type Meeting = {
  kind: Kind;
  status: Status;
  lacksTeacher: boolean;
  enteredAt: Date | null;
  meetLink: string | null;
};

/** Why the meeting cannot be entered now. `organises`: the actor may manage the class, and no door closes for them. */
export function entryRefusal(
  liveClass: Timing & Doors & Meeting,
  { organises, now }: { organises: boolean; now: Date },
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  if (liveClass.lacksTeacher && !organises) return enrolRefusals.noTeacher;
  const isOpen = organises ? isDoorOpen(liveClass, now) : isLetIn(liveClass, now);
  if (!isOpen) return entryRefusals.doorClosed;
  return liveClass.meetLink === null ? entryRefusals.noRoom : null;
}

/** Never negative, also where `seatsTaken` exceeds the capacity. */
export function seatsLeft({ seatsTaken, maxStudents }: Seats): number {
  return Math.max(0, maxStudents - seatsTaken);
}

type WaitedFor = Seats & { waitingCount: number };

/** The free seats that are open to everybody: as many as students wait are kept for those. */
export function openSeats({ waitingCount, ...seats }: WaitedFor): number {
  return Math.max(0, seatsLeft(seats) - waitingCount);
}

/** The free seats of which a member is told: one that is kept for waiting students only where they may take it now. */
export function seatsOpenTo(liveClass: WaitedFor & { allowed: { enrol: string | null } }): number {
  return liveClass.allowed.enrol === null ? seatsLeft(liveClass) : openSeats(liveClass);
}

type Opening = Pick<Timing, 'startsAt'> & Ruled<'openToAllMinutes'>;

/** The last hour before the start, when there is no time left to ask one student after another. */
export function isOpenToAllWaiting(liveClass: Opening, now: Date): boolean {
  return now.getTime() >= opensToAllWaitingAt(liveClass).getTime();
}

export function opensToAllWaitingAt({ startsAt, rules }: Opening): Date {
  return new Date(startsAt.getTime() - rules.openToAllMinutes * minuteMs);
}

/** How long a seat is offered to one student: this share of the time that is left, within limits. */
export const offerShare = 1 / 4;

/**
 * Until when a seat is offered to one student: for a quarter of the time that is left, within the limits, and until the
 * start at most. The later an offer is made, the later it ends. The end of an offer that stands changes only where the
 * class moved.
 */
export function offerEndsAt(
  { startsAt, rules }: Pick<Timing, 'startsAt'> & Ruled<'shortestOfferMinutes' | 'longestOfferHours'>,
  now: Date,
): Date {
  const share = (startsAt.getTime() - now.getTime()) * offerShare;
  const atMost = Math.min(rules.longestOfferHours * hourMs, share);
  const ends = now.getTime() + Math.max(rules.shortestOfferMinutes * minuteMs, atMost);
  return new Date(Math.min(ends, startsAt.getTime()));
}

/** From how many hours before its start on the page of a club says that it lacks learners. */
const lackShowsHoursBefore = 24;

/**
 * How many learners a club lacks for a conversation, from a day before its start on; 0 for a class, and once it has
 * begun or was cancelled. A held seat counts, because its student is about to confirm it.
 */
export function learnersMissing(
  { kind, status, startsAt, seatsTaken, maxStudents, rules }: Seats & Club,
  now: Date,
): number {
  const isNear = now.getTime() >= startsAt.getTime() - lackShowsHoursBefore * hourMs;
  if (kind !== 'club' || status !== 'scheduled' || !isNear || hasStarted({ startsAt }, now)) return 0;
  return Math.max(0, Math.min(rules.fewestLearners, maxStudents) - seatsTaken);
}

type Club = Pick<Timing, 'startsAt'> & { kind: Kind; status: Status } & Ruled<'fewestLearners'>;

/** Why a student cannot give a seat back: from the start on, enrolments are a record. */
export function leaveRefusal(liveClass: Pick<Timing, 'startsAt'>, now: Date): RefusalKind | null {
  return hasStarted(liveClass, now) ? enrolRefusals.alreadyStarted : null;
}

/**
 * Whether a class was moved, or got shorter or another language, after the student agreed to it. Null without a seat.
 */
export function wasMovedSince(
  { movedAt }: { movedAt: Date | null },
  { agreedAt }: { agreedAt: Date | null },
): boolean {
  return movedAt !== null && agreedAt !== null && movedAt > agreedAt;
}

/** Whether a student who leaves a bought seat gets a refund. */
export function refundsLeaving(
  { startsAt, rules }: Pick<Timing, 'startsAt'> & Ruled<'refundedHours'>,
  now: Date,
): boolean {
  return now.getTime() <= startsAt.getTime() - rules.refundedHours * hourMs;
}

/**
 * Whether a student who did not come missed another class than they agreed to: it was moved since, when the start that
 * stands now was nearer than the hours in which a seat is left at no cost. Who had that time could have left.
 */
export function missedAnotherTime(
  liveClass: Pick<Timing, 'startsAt'> & { kind: Kind; movedAt: Date | null } & Ruled<
      'refundedHours' | 'freeHours'
    >,
  seat: { agreedAt: Date; paymentId: string | null },
): boolean {
  const { kind, startsAt, movedAt, rules } = liveClass;
  if (movedAt === null || !wasMovedSince(liveClass, seat)) return false;
  const hours = kind === 'club' && seat.paymentId === null ? rules.freeHours : rules.refundedHours;
  return movedAt.getTime() > startsAt.getTime() - hours * hourMs;
}

/** Why a class cannot be changed any more, by any organiser. */
export function changeRefusal(
  liveClass: Pick<Timing, 'startsAt'> & { status: Status },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  return hasStarted(liveClass, now) ? enrolRefusals.alreadyStarted : null;
}

/**
 * Why link, description and prompt card cannot be changed: they can until the end, so that a wrong link can be
 * repaired.
 */
export function repairRefusal(liveClass: Timing & { status: Status }, now: Date): RefusalKind | null {
  return untilEnd(liveClass, now);
}

/** Whether a student is marked as present, and whether one ever paid. */
export type History = { wasHeld: boolean; hasPayments: boolean };

/**
 * Why a class cannot be cancelled. A class that has begun still can, for example when its teacher did not come, and one
 * that lacked its teacher after its end too: its students are owed what they paid. So does an administrator after the
 * end with one whose roll was closed with no student present: a closed roll does not prove that its teacher came. A
 * class that students attended cannot.
 */
export function cancelRefusal(
  liveClass: Timing & { status: Status; lacksTeacher: boolean; rollClosedAt: Date | null } & Pick<
      History,
      'wasHeld'
    >,
  now: Date,
  { byAdministrator }: { byAdministrator: boolean },
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  if (liveClass.wasHeld) return changeRefusals.alreadyHeld;
  const outlivesEnd = liveClass.lacksTeacher || (byAdministrator && liveClass.rollClosedAt !== null);
  return hasEnded(liveClass, now) && !outlivesEnd ? changeRefusals.alreadyOver : null;
}

/** How many messages a class gets within how long at most, whichever of its organisers writes them. */
export const messageLimit = { most: 5, withinMs: dayMs };

/** Why its organisers cannot write to a class: they can from its planning until a day after its end. */
export function messageRefusal(liveClass: Timing & { status: Status }, now: Date): RefusalKind | null {
  return untilEnd(liveClass, new Date(now.getTime() - dayMs));
}

/** Why a class cannot be handed to another teacher: it can until its end. */
export function handOverRefusal(liveClass: Timing & { status: Status }, now: Date): RefusalKind | null {
  return untilEnd(liveClass, now);
}

/** Refuses once a class is over, and any that was cancelled. */
function untilEnd(liveClass: Timing & { status: Status }, now: Date): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  return hasEnded(liveClass, now) ? changeRefusals.alreadyOver : null;
}

/** Why a class cannot be deleted: from its start on, and once a student paid, it stays on record. */
export function deleteRefusal(
  liveClass: Pick<Timing, 'startsAt'> & Pick<History, 'hasPayments'>,
  now: Date,
): RefusalKind | null {
  if (hasStarted(liveClass, now)) return enrolRefusals.alreadyStarted;
  return liveClass.hasPayments ? changeRefusals.hasPayments : null;
}

/** Why attendance cannot be marked. It can from the start on and without an end, because teachers correct it later. */
export function rollRefusal(
  liveClass: Pick<Timing, 'startsAt'> & { status: Status },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  return hasStarted(liveClass, now) ? null : attendanceRefusals.notStarted;
}

/** How long after the end the teacher is reminded of a roll that is still open, in hours. */
const rollRemindedAfterHours = 2;

/** When the teacher is first reminded of an open roll. The second time is when the server would close it. */
export function rollRemindedAt(liveClass: Timing): Date {
  return new Date(endOf(liveClass).getTime() + rollRemindedAfterHours * hourMs);
}

/** How long after the end the server closes a roll that its teacher has not closed, in hours. */
const rollClosesAfterHours = 24;

/** When the server closes the roll by itself. */
export function rollClosesAt(liveClass: Timing): Date {
  return new Date(endOf(liveClass).getTime() + rollClosesAfterHours * hourMs);
}

/** Why the roll cannot be closed: it can once, from the start on. */
export function closeRefusal(liveClass: Roll, now: Date): RefusalKind | null {
  return rollRefusal(liveClass, now) ?? (liveClass.rollClosedAt ? attendanceRefusals.rollClosed : null);
}

/** Why no person without a seat can be added: while the roll is open they can, as long as a seat is free. */
export function walkInRefusal(liveClass: Roll & Seats, now: Date): RefusalKind | null {
  return closeRefusal(liveClass, now) ?? (seatsLeft(liveClass) === 0 ? enrolRefusals.full : null);
}

/** Whether an organiser gave the seat to a student who came without one. */
export function isWalkIn(
  { givenLate, enrolledAt }: { givenLate: boolean; enrolledAt: Date },
  { startsAt }: Pick<Timing, 'startsAt'>,
): boolean {
  return givenLate && enrolledAt >= startsAt;
}

/**
 * Why an organiser cannot take a seat away: they can before the start. That of a walk-in, who may have been mistaken
 * for another person, they can while the roll is open.
 */
export function removalRefusal(
  liveClass: Roll & { seat: { givenLate: boolean; enrolledAt: Date } },
  now: Date,
): RefusalKind | null {
  return isWalkIn(liveClass.seat, liveClass) ? closeRefusal(liveClass, now) : changeRefusal(liveClass, now);
}

/**
 * Why no candidates for a seat are looked for: there are none in a class that was cancelled, and none once the roll is
 * closed. Before the start they would be enrolled, from then on they are walk-ins.
 */
export function candidatesRefusal(liveClass: Roll, now: Date): RefusalKind | null {
  return hasStarted(liveClass, now) ? closeRefusal(liveClass, now) : changeRefusal(liveClass, now);
}

type Roll = Pick<Timing, 'startsAt'> & { status: Status; rollClosedAt: Date | null };

/** Whether an event id was made for a class (`timetable/want-calendar.ts`), also for one that was deleted. */
export function showsClass(eventId: string): boolean {
  return /^sumi[0-9a-f]{32}$/.test(eventId);
}

/**
 * Why a review cannot be quoted on the landing page: the student, an adult, has to agree to it, and to have written.
 */
export function quoteRefusal(review: {
  mayQuote: boolean;
  words: string | null;
  ageGroup: string;
}): RefusalKind | null {
  const agreed = review.mayQuote && review.words !== null && review.ageGroup === 'adult';
  return agreed ? null : quoteRefusals.noConsent;
}
