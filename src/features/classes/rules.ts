import type { RefusalKind } from '#shared/refusal.ts';
import { attendanceRefusals, changeRefusals, enrolRefusals, type Kind, type Status } from './contract.ts';

/** How long before the start the meeting's door opens, in minutes. */
export const doorOpensMinutesBefore = 15;

/** Talk turns into monologue in larger clubs. */
const defaultSeats: Record<Kind, number> = { class: 12, club: 6 };

/** Seats of a new class whose organiser did not say how many. */
export function seatsByDefault(kind: Kind): number {
  return defaultSeats[kind];
}

export type Timing = { startsAt: Date; durationMinutes: number };
export type Seats = { seatsTaken: number; maxStudents: number };

const minute = 60_000;

export function hasStarted({ startsAt }: Pick<Timing, 'startsAt'>, now: Date): boolean {
  return now >= startsAt;
}

/** True from the end on. */
export function hasEnded({ startsAt, durationMinutes }: Timing, now: Date): boolean {
  return now.getTime() >= startsAt.getTime() + durationMinutes * minute;
}

/**
 * Where a class is in its life. `done` follows from the clock and is written nowhere: an end is an instant, and
 * a chore that noted it would be late by its own turn, or by as long as no server runs.
 */
export function statusAt(liveClass: Timing & { status: Status }, now: Date): Status {
  return liveClass.status === 'scheduled' && hasEnded(liveClass, now) ? 'done' : liveClass.status;
}

/** True from 15 minutes before the start until the end, the end itself excluded. */
export function isDoorOpen({ startsAt, durationMinutes }: Timing, now: Date): boolean {
  const start = startsAt.getTime();
  const opens = start - doorOpensMinutesBefore * minute;
  return now.getTime() >= opens && now.getTime() < start + durationMinutes * minute;
}

/** Never negative: capacity may have been lowered below what is taken. */
export function seatsLeft({ seatsTaken, maxStudents }: Seats): number {
  return Math.max(0, maxStudents - seatsTaken);
}

/**
 * Why a seat cannot be taken now, apart from who asks; null while there is one to take. A seat that is held for the
 * person who asks (`isHeld`) is among those taken, and does not count against them.
 */
export function enrolRefusal(
  liveClass: Seats & Pick<Timing, 'startsAt'> & { status: Status; isHeld: boolean },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  if (liveClass.status === 'done' || hasStarted(liveClass, now)) return enrolRefusals.alreadyStarted;
  const { seatsTaken, maxStudents, isHeld } = liveClass;
  const takenByOthers = isHeld ? seatsTaken - 1 : seatsTaken;
  if (seatsLeft({ seatsTaken: takenByOthers, maxStudents }) === 0) return enrolRefusals.full;
  return null;
}

/** Why a seat cannot be given back: once a class starts, who was enrolled is a matter of record. */
export function leaveRefusal(liveClass: Pick<Timing, 'startsAt'>, now: Date): RefusalKind | null {
  return hasStarted(liveClass, now) ? enrolRefusals.alreadyStarted : null;
}

/** A seat that was bought is paid back to whoever leaves this many hours before the start, or earlier. */
const refundedUntilHoursBefore = 24;

/** Whether leaving a seat that was paid for gives the money back. */
export function refundsLeaving({ startsAt }: Pick<Timing, 'startsAt'>, now: Date): boolean {
  return now.getTime() <= startsAt.getTime() - refundedUntilHoursBefore * 60 * minute;
}

/** Why nobody can change a class any more, whoever they are. */
export function changeRefusal(
  liveClass: Pick<Timing, 'startsAt'> & { status: Status },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  return hasStarted(liveClass, now) ? enrolRefusals.alreadyStarted : null;
}

/** Whether somebody was there, and whether anybody ever paid for a seat. */
export type History = { wasHeld: boolean; hasPayments: boolean };

/**
 * Why a class cannot be cancelled. One that has begun still can, when its teacher never came, say; not one at
 * which people were.
 */
export function cancelRefusal(
  liveClass: Timing & { status: Status } & Pick<History, 'wasHeld'>,
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  if (liveClass.wasHeld) return changeRefusals.alreadyHeld;
  return hasEnded(liveClass, now) ? changeRefusals.alreadyOver : null;
}

/** Why a class cannot be deleted: what people paid for or practised at stays on record. */
export function removeRefusal({ wasHeld, hasPayments }: History): RefusalKind | null {
  if (wasHeld) return changeRefusals.alreadyHeld;
  return hasPayments ? changeRefusals.hasPayments : null;
}

/** Why the roll cannot be called. It can from the start on, and for good: teachers correct it later, too. */
export function rollRefusal(
  liveClass: Pick<Timing, 'startsAt'> & { status: Status },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  return hasStarted(liveClass, now) ? null : attendanceRefusals.notStarted;
}

/** The id of the event that shows a class: letters and digits that every calendar takes. */
export function eventIdOf(classId: string): string {
  return `sumi${classId.replaceAll('-', '')}`;
}

/** Whether that is the id of an event that shows a class of ours, also of one that is gone. */
export function showsClass(eventId: string): boolean {
  return /^sumi[0-9a-f]{32}$/.test(eventId);
}
