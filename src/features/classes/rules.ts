import type { RefusalKind } from '#shared/refusal.ts';
import { enrolRefusals, type Kind, type Status } from './contract.ts';

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

/** Why nobody can take a seat now, whoever they are; null while there is one to take. */
export function enrolRefusal(
  liveClass: Seats & Pick<Timing, 'startsAt'> & { status: Status },
  now: Date,
): RefusalKind | null {
  if (liveClass.status === 'cancelled') return enrolRefusals.cancelled;
  if (liveClass.status === 'done' || hasStarted(liveClass, now)) return enrolRefusals.alreadyStarted;
  if (seatsLeft(liveClass) === 0) return enrolRefusals.full;
  return null;
}

/** Why a seat cannot be given back: once a class starts, who was enrolled is a matter of record. */
export function leaveRefusal(liveClass: Pick<Timing, 'startsAt'>, now: Date): RefusalKind | null {
  return hasStarted(liveClass, now) ? enrolRefusals.alreadyStarted : null;
}
