import type { BookedClass } from './book.ts';
import { minutesAfter } from './local-time.ts';
import type { Received, Simulation } from './simulation.ts';

/** A notice as the month keeps it, whatever became of its row. */
export type Told = Received['notice'] & { withdrawnAt: Date | null };

const moments = [
  ['classes.starts-in-a-day', 24 * 60],
  ['classes.starts-in-an-hour', 60],
  ['classes.starts-in-minutes', 10],
] as const;

const isReminder = (kind: string) => moments.some(([reminder]) => reminder === kind);

/**
 * Compares the reminders that were told from `from` to `to` with those that had to be: to each student with a seat, and
 * to the teacher, at each moment, once. Answers how many had to be.
 */
export function checkReminders(
  simulation: Simulation,
  notices: readonly Told[],
  from: Date,
  to: Date,
): number {
  const wanted = new Map<string, number>();
  for (const club of simulation.book.classes.values()) {
    for (const [kind, minutes] of moments) {
      const moment = minutesAfter(club.startsAt, -minutes);
      if (moment < from || moment >= to || !isOn(club, moment)) continue;
      for (const person of peopleOf(simulation, club, moment)) {
        wanted.set(`${kind} ${club.id} ${person} ${moment.toISOString()}`, 0);
      }
    }
  }
  for (const { kind, about, userId, createdAt } of notices) {
    if (!isReminder(kind) || createdAt < from || createdAt >= to) continue;
    const key = `${kind} ${about} ${userId} ${createdAt.toISOString()}`;
    const times = wanted.get(key);
    if (times === undefined && !wasMovedSince(simulation, about, createdAt))
      simulation.noteViolation(`told without a reason: ${key}`);
    if (times === 1) simulation.noteViolation(`told twice: ${key}`);
    if (times !== undefined) wanted.set(key, times + 1);
  }
  for (const [key, times] of wanted) if (times === 0) simulation.noteViolation(`not told: ${key}`);
  return wanted.size;
}

/** How many reminders of one moment adults were told, and how many of these reached a mailbox or a device. */
export type Reach = { kind: string; told: number; left: number };

/** Counts the reminders that left the app, by their moment. */
export function countReach(simulation: Simulation, notices: readonly Told[]): Reach[] {
  const arrived = new Set(simulation.received.map(({ notice }) => notice.id));
  return moments.map(([kind]) => {
    const told = notices.filter(
      (notice) => notice.kind === kind && !simulation.participant(notice.userId).kid,
    );
    return { kind, told: told.length, left: told.filter(({ id }) => arrived.has(id)).length };
  });
}

/** Whether a class was on the calendar at an instant, at the start that it has now. */
function isOn({ createdAt, cancelledAt, movedAt }: BookedClass, at: Date): boolean {
  return createdAt <= at && (!cancelledAt || cancelledAt > at) && (!movedAt || movedAt <= at);
}

/** What was told of a start that the class has no more, the book cannot judge. */
function wasMovedSince({ book }: Simulation, about: string | null, at: Date): boolean {
  const movedAt = about ? book.class(about).movedAt : null;
  return movedAt !== null && movedAt >= at;
}

function peopleOf({ book }: Simulation, club: BookedClass, at: Date): Set<string> {
  const students = [...club.seats.keys()].filter((id) => book.hasSeat(club.id, id, at));
  return new Set([...students, book.teacherAt(club, at) ?? '']);
}

/** What arrives is still true: the class is on, at that time, and its person has a part in it or an offer. */
export function checkIsTrue(simulation: Simulation, { arrival, notice }: Received): void {
  const { kind, about, userId } = notice;
  const isOffer = kind === 'classes.seat-offered' || kind === 'classes.seat-open';
  if (!about || !(isReminder(kind) || isOffer)) return;
  const club = simulation.book.class(about);
  const why = isOffer ? whyNoOffer(simulation, club, notice) : whyNoReminder(simulation, club, notice);
  if (why) simulation.noteViolation(`${kind} by ${arrival.channel} to ${userId} of ${about}: ${why}`);
}

type Notice = Received['notice'];

function whyNoReminder(
  { book, now }: Simulation,
  club: BookedClass,
  { userId, detail }: Notice,
): string | null {
  if (club.cancelledAt) return 'the class is cancelled';
  if (club.startsAt <= now) return 'the class has begun';
  if (new Date(detail.startsAt ?? 0).getTime() !== club.startsAt.getTime()) return 'the class was moved';
  const isTheirs = book.hasSeat(club.id, userId) || club.teachers.at(-1)?.id === userId;
  return isTheirs ? null : 'they have no part in it';
}

function whyNoOffer(
  { now }: Simulation,
  club: BookedClass,
  { userId, detail, createdAt }: Notice,
): string | null {
  if (club.cancelledAt) return 'the class is cancelled';
  if (club.startsAt <= now) return 'the class has begun';
  const answeredAt = club.answeredAt.get(userId);
  if (answeredAt && answeredAt >= createdAt) return 'they have answered it';
  return detail.heldUntil && new Date(detail.heldUntil) <= now ? 'the offer is over' : null;
}
