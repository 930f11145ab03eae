import type { Actor, Member } from '#shared/actor.ts';
import { Refusal, type RefusalKind } from '#shared/refusal.ts';
import { pauseRefusal } from '../absences/absence-rules.ts';
import {
  absenceRefusals,
  buyRefusals,
  enrolRefusals,
  type Kind,
  type Status,
  waitRefusals,
} from '../contract.ts';
import { type Learner, may, planRefusal, type Subject } from '../permissions.ts';
import { hasStarted, isOpenToAllWaiting, openSeats, type Seats, seatsLeft } from '../rules.ts';
import type { Ruled } from '../set-rules/class-rules.ts';

/**
 * How a student asks for a seat: one that their plan includes, one that they pay for, or a place in the waiting list.
 */
export type Way = 'enrol' | 'buy' | 'wait';

/** The waiting list of a class as one actor sees it. */
export type WaitingList = {
  waitingCount: number;
  /** The actor's place in the order, from 1; null where they do not wait. */
  waitingPlace: number | null;
};

/** What decides about a seat of a class: the class, its seats, and what the actor has in it. */
export type SeatFacts = Subject &
  Seats &
  WaitingList &
  Ruled<'openToAllMinutes'> & {
    kind: Kind;
    status: Status;
    startsAt: Date;
    /** Its teacher may no longer give classes, and no other teacher has it yet. */
    lacksTeacher: boolean;
    /** The price of a single seat; null: no seat is sold. */
    priceCents: number | null;
    /** Whether a seat is held for the actor, for a payment or as an offer. */
    isHeld: boolean;
    /** Whether it is held for a payment of theirs that has begun. */
    isPaying: boolean;
  };

/**
 * The starts, in any order, of the clubs to come in which a student has a seat that they have not paid, or waits for
 * one; and how many those may be at most (`clubsAhead`).
 */
export type ClubsAhead = { starts: readonly Date[]; most: number };

/**
 * What stands against one more club of a student. `paused`: until when clubs are paused for them; null where they are
 * not. `ahead`: what they have booked; left out for a class that is no club, and where an organiser books.
 */
export type Bookings = { paused: Date | null; ahead?: ClubsAhead };

/** `seenStart`: the start that the student saw when they asked; left out where they saw none. */
type Moment = Bookings & { now: Date; seenStart?: Date | undefined };

/**
 * Why an actor cannot get a seat in this way; null where they can. The one decision about seats: enrolling, buying, the
 * waiting list and the card are answered from it. Its parts, in the order in which they refuse:
 * - who (`may` enrol): they see the class, do not teach it, are of its age group, a kid has their guardian's consent.
 *   Their plan includes it, but for a seat that is bought or will be;
 * - what is theirs already: an enrolled student enrols again without an error;
 * - seats and time (`openRefusal`);
 * - the pause of clubs, but for a seat that they began to pay for before it;
 * - the clubs that they have booked already, but for a seat that they buy (`bookedUpRefusal`);
 * - the start that they saw: a student agrees to no other.
 * Two others ask for the first part alone: `fulfil-seat.ts` without the plan (`learnerRefusal`), because a payment that
 * completes was begun by this decision, and `add-walk-in.ts` with it (`planRefusal`), because a student who came has
 * booked nothing.
 */
export function seatRefusal(way: Way, actor: Actor, seat: SeatFacts, moment: Moment): RefusalKind | null {
  return decide(way, may(actor, 'enrol', seat), seat, moment);
}

/** The same decision about a candidate whom an organiser enrols; `seat` says what the candidate has in the class. */
export function candidateRefusal(
  candidate: Learner & Pick<Member, 'tier'>,
  seat: SeatFacts,
  moment: Moment,
): RefusalKind | null {
  return decide('enrol', planRefusal(candidate, seat), seat, moment);
}

/** `seatRefusal` as it is thrown. What ends by itself says when, as `until`. */
export function refuseSeat(way: Way, actor: Actor, seat: SeatFacts, moment: Moment): Refusal | null {
  return thrown(seatRefusal(way, actor, seat, moment), moment);
}

/** `candidateRefusal` as it is thrown. */
export function refuseCandidate(...asked: Parameters<typeof candidateRefusal>): Refusal | null {
  return thrown(candidateRefusal(...asked), asked[2]);
}

function thrown(refusal: RefusalKind | null, moment: Moment): Refusal | null {
  if (refusal === null) return null;
  const until = endOf(refusal, moment);
  return until ? new Refusal(refusal, { until: until.toISOString() }) : new Refusal(refusal);
}

function endOf(refusal: RefusalKind, { paused, ahead }: Moment): Date | null {
  if (refusal === absenceRefusals.clubsPaused) return paused;
  return refusal === enrolRefusals.tooManyClubs ? bookedUpUntil(ahead) : null;
}

/** `mayNot`: why the person cannot enrol, as far as they decide. */
function decide(
  way: Way,
  mayNot: RefusalKind | null,
  seat: SeatFacts,
  { paused, ahead, now, seenStart }: Moment,
): RefusalKind | null {
  if (way === 'enrol' && seat.isEnrolled) return null;
  return (
    refuses[way](mayNot, seat, now) ??
    pausedRefusal(seat, paused) ??
    (way === 'buy' ? null : bookedUpRefusal(seat, ahead)) ??
    movedRefusal(seat, seenStart)
  );
}

const refuses: Record<Way, (mayNot: RefusalKind | null, seat: SeatFacts, now: Date) => RefusalKind | null> = {
  enrol: (mayNot, seat, now) => mayNot ?? openRefusal(seat, now),

  /** A seat is sold to students whose plan does not include the class. The others pay nothing. */
  buy(mayNot, seat, now) {
    if (mayNot && mayNot !== enrolRefusals.tierTooLow) return mayNot;
    if (seat.isEnrolled) return buyRefusals.alreadyYours;
    if (mayNot === null) return buyRefusals.inYourPlan;
    return seat.priceCents === null ? buyRefusals.notSold : openRefusal(seat, now);
  },

  /**
   * A student may wait who could enrol or buy if a seat were free. Joining a list twice changes nothing and is not
   * refused.
   */
  wait(mayNot, seat, now) {
    const isSold = mayNot === enrolRefusals.tierTooLow && seat.priceCents !== null;
    if (mayNot && !isSold) return mayNot;
    if (seat.isEnrolled || seat.isHeld) return buyRefusals.alreadyYours;
    const closed = openRefusal(seat, now);
    if (closed === null) return seat.waitingPlace === null ? waitRefusals.notFull : null;
    return closed === enrolRefusals.full || closed === enrolRefusals.keptForWaiting ? null : closed;
  },
};

/**
 * Why no seat is open to the actor now, as far as seats and time decide. A seat that is held for the actor counts as
 * taken, and does not count against them. As many free seats as students wait are theirs: they are offered in turn, and
 * in the last hour the first of them who takes one has it. A free seat beyond those is open to everybody, because a
 * student who waits and does not come would otherwise keep all of them empty.
 */
export function openRefusal(seat: OpenFacts, now: Date): RefusalKind | null {
  if (seat.status === 'cancelled') return enrolRefusals.cancelled;
  if (seat.lacksTeacher) return enrolRefusals.noTeacher;
  if (hasStarted(seat, now)) return enrolRefusals.alreadyStarted;
  if (seat.isHeld) return null;
  if (seatsLeft(seat) === 0) return enrolRefusals.full;
  if (openSeats(seat) > 0) return null;
  const isTheirs = seat.waitingPlace !== null && isOpenToAllWaiting(seat, now);
  return isTheirs ? null : enrolRefusals.keptForWaiting;
}

type OpenFacts = Seats &
  WaitingList &
  Pick<SeatFacts, 'status' | 'startsAt' | 'lacksTeacher' | 'isHeld' | 'rules'>;

function pausedRefusal({ kind, isPaying }: SeatFacts, paused: Date | null): RefusalKind | null {
  return isPaying ? null : pauseRefusal(kind, paused);
}

/**
 * A student keeps free seats, and places in waiting lists, in so many clubs to come: seats cost nothing, and a few
 * students could book all of them. What they have in this club is counted already, so an offer can be taken.
 */
function bookedUpRefusal(
  { isHeld, waitingPlace }: SeatFacts,
  ahead: ClubsAhead | undefined,
): RefusalKind | null {
  if (isHeld || waitingPlace !== null) return null;
  return bookedUpUntil(ahead) === null ? null : enrolRefusals.tooManyClubs;
}

/** Until when a student books no other club: until so many of theirs have begun that one fits; null where one fits. */
export function bookedUpUntil(ahead: ClubsAhead | undefined): Date | null {
  if (!ahead) return null;
  const inOrder = [...ahead.starts].sort((one, other) => one.getTime() - other.getTime());
  return inOrder[inOrder.length - ahead.most] ?? null;
}

function movedRefusal(
  { startsAt }: Pick<SeatFacts, 'startsAt'>,
  seenStart: Date | undefined,
): RefusalKind | null {
  return seenStart && seenStart.getTime() !== startsAt.getTime() ? enrolRefusals.moved : null;
}
