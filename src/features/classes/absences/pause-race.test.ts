import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import type { Refusal } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { raceAfterReading, raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { closeRoll } from '../attendance/close-roll.ts';
import { buySeat } from '../seats/buy-seat.ts';
import { enrolInClass } from '../seats/enrol-in-class.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ poolSize: 30 });
});
afterAll(() => scene.community.close());

/** A club that this person missed; its roll is open, with the mark. */
async function missedClub(person: Person): Promise<string> {
  const { community, teacher } = scene;
  const id = await insertClass(community.db, teacher, { kind: 'club', startsAt: minutesFromNow(-60) });
  await insertSeats(community.db, id, person);
  const there = { attended: false, markedAt: minutesFromNow(0), markedBy: teacher.id };
  await community.db.updateTable('classEnrollments').set(there).where('classId', '=', id).execute();
  return id;
}

/**
 * Closes the rolls of clubs that a student missed and enrols them in other clubs, all at once: each closing that tells
 * the student has counted the absences before another one commits. Answers what went wrong: seats that were taken after
 * the pause began, absences and notices too many or few.
 */
async function race(change: (ctx: Ctx) => Ctx): Promise<string[]> {
  const { community, teacher } = scene;
  const { db } = community;
  const student = await community.person();
  const missed = await Promise.all([1, 2, 3].map(() => missedClub(student)));
  const [first, ...others] = missed as [string, ...string[]];
  await closeRoll(await community.ctxFor(teacher), first);
  const clubs = await Promise.all(
    Array.from({ length: 6 }, () => insertClass(db, teacher, { kind: 'club' })),
  );
  const organiser = await community.ctxFor(teacher);
  const ctx = await community.ctxFor(student);
  const enrol = (id: string) => (at: Ctx) => enrolInClass(change({ ...ctx, db: at.db }), id);
  const close = (id: string) => (at: Ctx) => closeRoll(change(at), id);
  // Who gets a notice is read from their account, when it is written.
  await raceAfterReading<unknown>(organiser, 'users', [
    ...clubs.slice(0, 3).map(enrol),
    // Each roll twice, as by a teacher who taps twice.
    ...[...others, ...others].map(close),
    ...clubs.slice(3).map(enrol),
  ]);
  const another = await insertClass(db, teacher, { kind: 'club' });
  const refused = await Promise.allSettled([enrolInClass(ctx, clubs[0]!), enrolInClass(ctx, another)]);
  const absences = await db
    .selectFrom('classAbsences')
    .select('classId')
    .where('userId', '=', student.id)
    .execute();
  const notices = await db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', student.id)
    .orderBy('kind')
    .execute();
  const faults: string[] = [];
  if (absences.length !== 3) faults.push(`${absences.length} absences`);
  const kinds = notices.map(({ kind }) => kind).join(' ');
  if (kinds !== 'classes.clubs-paused classes.missed classes.missed') faults.push(kinds);
  if (refused[1]?.status !== 'rejected') faults.push('enrolled while paused');
  return faults;
}

type Book = (ctx: Ctx, club: string) => Promise<unknown>;
const buyOne: Book = (ctx, club) => buySeat(ctx, scene.community.providers, club);

/**
 * A student enrols in a club, or buys its seat, while their third absence is recorded, in a transaction that ends once
 * the booking waits. Answers the code of its refusal; null where they got the seat.
 */
async function bookMeanwhile(book: Book, change: (ctx: Ctx) => Ctx): Promise<string | null> {
  const { community, teacher } = scene;
  const { db } = community;
  const student = await community.person();
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => missedClub(student)));
  const organiser = await community.ctxFor(teacher);
  await closeRoll(organiser, first!);
  await closeRoll(organiser, second!);
  const sold = book === buyOne ? ({ requiredTier: 'vip', priceCents: 500 } as const) : {};
  const club = await insertClass(db, teacher, { kind: 'club', ...sold });
  const ctx = await community.ctxFor(student);
  const [booking] = await raceBehind(
    organiser,
    (recording) => closeRoll(recording, third!),
    () => [book(change(ctx), club)],
  );
  return booking?.status === 'rejected' ? (booking.reason as Refusal).code : null;
}

describe.each([
  ['enrols', enrolInClass],
  ['buys a seat', buyOne],
] as const)('a student who %s while their third absence is recorded', (_does, book) => {
  it('is refused a seat whose booking waited for the third absence', async () => {
    expect(await bookMeanwhile(book, asAnotherProcess)).toBe('classes/clubs-paused');
    expect(await bookMeanwhile(book, (ctx) => ctx)).toBe('classes/clubs-paused');
  });

  it('the control: gets the seat without the lock of the profile', async () => {
    expect(await bookMeanwhile(book, withoutRowLocks)).toBeNull();
  });
});

describe('rolls that are closed at once', () => {
  it('give one absence each and one pause, told once', async () => {
    expect(await race((ctx) => ctx)).toEqual([]);
  });

  it('the control: tell a student the wrong count without the locks', async () => {
    expect(await race(withoutRowLocks)).toEqual(['classes.missed classes.missed classes.missed']);
  });
});
