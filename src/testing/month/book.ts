import type { Tier } from '#shared/actor.ts';

/** An order of a learner, as the administrator who settles it knows it. */
export type Order = { buyer: string; price: number; status: 'pending' | 'fulfilled' | 'refunded' };

/** A plan that a learner paid for; `until` is from when on the book does not know what is in force. */
export type BookedPlan = { tier: 'basic' | 'premium'; paymentId: string; until: Date; refunded: boolean };

/** A class as the people of the month know it. */
export type BookedClass = {
  id: string;
  title: string;
  startsAt: Date;
  /** Its clocks: those of the teacher who made it. */
  zone: string;
  durationMinutes: number;
  maxStudents: number;
  targetAudience: 'adult' | 'kid';
  requiredTier: Tier;
  priceCents: number | null;
  /** How much it draws learners, beside other clubs. */
  appeal: number;
  createdAt: Date;
  cancelledAt: Date | null;
  /** When it was given another start. */
  movedAt: Date | null;
  /** Who gave it, and from when on; the last one gives it now. */
  teachers: { id: string; from: Date }[];
  /** When each student had a seat; the last time may last. */
  seats: Map<string, { from: Date; to: Date | null }[]>;
  /** When each student last took a seat or gave one up, also one that was only offered: an earlier offer is over. */
  answeredAt: Map<string, Date>;
  /** Students who were refused a seat because there was none, or who waited for one. */
  sought: Set<string>;
  /** The waiting students who mean to come: they answer an offer as soon as they see it. */
  eager: Set<string>;
  /** Seats given up an hour before the start or earlier while such students waited, and how many were taken again. */
  freed: number;
  refilled: number;
};

/** What happened in the month, as those who did it know it: written from answers, not read from tables. */
export class Book {
  readonly classes = new Map<string, BookedClass>();
  /** By its id, what was bought in the store, shields left out. */
  readonly orders = new Map<string, Order>();
  /** By the learner, the plan that they paid for. */
  readonly plans = new Map<string, BookedPlan>();
  /** By who came by a link, whose link it was. */
  readonly invited = new Map<string, string>();
  /** By the teacher, when their clubs begin on their own clocks. */
  readonly hours = new Map<string, string>();
  /** Who came to a club without a seat and was added to its roll, as `class person`. */
  readonly walkIns = new Set<string>();
  seriesMoved = 0;
  /** Clubs that were cancelled because their day became a holiday. */
  offForHoliday = 0;
  /** Requests that were sent a second time and answered as the first, by design. */
  askedAgain = 0;

  class(id: string): BookedClass {
    const found = this.classes.get(id);
    if (!found) throw new Error(`no class ${id} in the book`);
    return found;
  }

  /** Has a seat now, or had one at an instant: from it on until after it. */
  hasSeat(classId: string, personId: string, at?: Date): boolean {
    const times = this.class(classId).seats.get(personId) ?? [];
    if (!at) return times.at(-1)?.to === null;
    return times.some(({ from, to }) => from <= at && (to === null || to > at));
  }

  take(classId: string, personId: string, at: Date): void {
    if (this.hasSeat(classId, personId)) return;
    const booked = this.class(classId);
    const times = booked.seats.get(personId) ?? [];
    times.push({ from: at, to: null });
    booked.seats.set(personId, times);
    booked.answeredAt.set(personId, at);
    if (booked.refilled < booked.freed) booked.refilled += 1;
  }

  leave(classId: string, personId: string, at: Date): void {
    const booked = this.class(classId);
    const last = booked.seats.get(personId)?.at(-1);
    if (last) last.to ??= at;
    booked.answeredAt.set(personId, at);
  }

  teacherAt({ teachers }: BookedClass, at: Date): string | undefined {
    return teachers.findLast(({ from }) => from <= at)?.id;
  }

  /** The classes in which a person has a seat now and which are still to begin. */
  comingOf(personId: string, now: Date): BookedClass[] {
    return [...this.classes.values()].filter(
      ({ id, startsAt, cancelledAt }) => startsAt > now && !cancelledAt && this.hasSeat(id, personId),
    );
  }
}
