import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { connect } from '#server/db/connect.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  minutesFromNow,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { raceBehind, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { closeRoll } from '../attendance/close-roll.ts';
import { markAttendance } from '../attendance/mark-attendance.ts';
import { enrolInClass } from '../seats/enrol-in-class.ts';
import { cancelClass } from './cancel-class.ts';
import { changeClass } from './change-class.ts';

/** Each has a connection while they wait for a lock. */
const crowd = 30;
/** Inserting so many people takes this long on a busy machine, in milliseconds. */
const timeoutMs = 90_000;

const newScene = (withoutGuards?: string) =>
  classScene({ people: crowd, poolSize: 40, ...(withoutGuards && { withoutGuards }) });

let scene: ClassScene;
beforeAll(async () => {
  scene = await newScene();
}, timeoutMs);
afterAll(() => scene.community.close());

type Change = (ctx: Ctx) => Ctx;

const errorsOf = (outcomes: readonly PromiseSettledResult<unknown>[]) =>
  outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));

describe('a capacity that is lowered while students enrol', () => {
  /**
   * The teacher and all students have begun before one of them commits. Returns how many students there are more than
   * seats afterwards, and the refusals.
   */
  async function squeeze({ community, people, teacher }: ClassScene, change: Change) {
    const { db } = community;
    const id = await insertClass(db, teacher, { maxStudents: crowd });
    const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
    const organiser = await community.ctxFor(teacher);
    const outcomes = await raceForTable<unknown>(db, 'classes', () => [
      ...contexts.slice(0, crowd / 2).map((ctx) => enrolInClass(change(ctx), id)),
      changeClass(change(organiser), id, { version: 1, maxStudents: crowd / 3 }),
      ...contexts.slice(crowd / 2).map((ctx) => enrolInClass(change(ctx), id)),
    ]);
    return { errors: errorsOf(outcomes), wrong: (await wrongSeats(db)).filter((row) => row.id === id) };
  }

  it('never leaves fewer seats than students, and refuses with a code', async () => {
    const { errors, wrong } = await squeeze(scene, asAnotherProcess);
    expect(wrong).toEqual([]);
    const codes = errors.map((error) => (error instanceof Refusal ? error.code : String(error)));
    expect(codes.every((code) => ['classes/full', 'classes/seats-taken'].includes(code))).toBe(true);
  });

  it(
    'the control: leaves students without a seat when no transaction locks the class',
    async () => {
      const unguarded = await newScene('alter table classes drop constraint seats_fit');
      const { errors, wrong } = await squeeze(unguarded, withoutRowLocks);
      await unguarded.community.close();
      expect(errors).toEqual([]);
      expect(wrong).toMatchObject([{ maxStudents: crowd / 3, enrolled: crowd }]);
    },
    timeoutMs,
  );
});

describe('a class that is cancelled while students enrol', () => {
  /**
   * Half of the students enrol in time, the others before the cancellation commits. Counts the students with a seat in
   * the cancelled class who got a notice, and those who got none.
   */
  async function cancelInTheRush({ community, people, teacher }: ClassScene, change: Change) {
    const { db } = community;
    const id = await insertClass(db, teacher, { maxStudents: crowd });
    await insertSeats(db, id, ...people.slice(0, crowd / 2));
    const contexts = await Promise.all(people.slice(crowd / 2).map((person) => community.ctxFor(person)));
    const organiser = change(await community.ctxFor(teacher));
    const outcomes = await raceBehind(
      organiser,
      (ctx) => cancelClass(ctx, id, { reason: 'Se fue la luz.' }),
      () => contexts.map((ctx) => enrolInClass(change(ctx), id)),
    );
    const seats = await db
      .selectFrom('classEnrollments')
      .select('userId')
      .where('classId', '=', id)
      .execute();
    const notices = await db
      .selectFrom('notifications')
      .select('userId')
      .where('kind', '=', 'classes.cancelled')
      .where('detail', '@>', JSON.stringify({ reason: 'Se fue la luz.' }))
      .execute();
    await db.deleteFrom('notifications').execute();
    const notified = new Set(notices.map(({ userId }) => userId));
    return {
      errors: errorsOf(outcomes),
      notified: notices.length,
      untold: seats.filter(({ userId }) => !notified.has(userId)).length,
    };
  }

  it('is told to each student who enrolled in time, and refuses the others', async () => {
    const { errors, notified, untold } = await cancelInTheRush(scene, asAnotherProcess);
    expect(untold).toBe(0);
    expect(errors.every((error) => error instanceof Refusal && error.code === 'classes/cancelled')).toBe(
      true,
    );
    expect([notified, errors.length]).toEqual([crowd / 2, crowd / 2]);
  });

  it('the control: leaves students untold when no transaction locks the class', async () => {
    const half = crowd / 2;
    expect(await cancelInTheRush(scene, withoutRowLocks)).toEqual({
      errors: [],
      notified: half,
      untold: half,
    });
  });
});

describe('a roll that two processes close at once', () => {
  /** All have read the open roll before one of them closes it. The minutes and coins of all students of the class. */
  async function closeTwice(at: ClassScene, change: Change = (ctx) => ctx) {
    const { db, address } = at.community;
    const startsAt = minutesFromNow(-30);
    const id = await insertClass(db, at.teacher, { startsAt, maxStudents: crowd });
    const few = await Promise.all(Array.from({ length: 5 }, () => at.community.person()));
    const ids = few.map((person) => person.id);
    await db
      .insertInto('classEnrollments')
      .values(ids.map((userId) => ({ classId: id, userId })))
      .execute();
    const other = connect(address, { poolSize: 10 });
    const ctx = change(await at.community.ctxFor(at.teacher));
    const elsewhere = change({ ...(await at.community.ctxFor(at.teacher)), db: other.db });
    await markAttendance(
      ctx,
      id,
      ids.map((userId) => ({ userId, attended: true })),
    );
    await raceForTable(db, 'classes', () =>
      [ctx, elsewhere, ctx, elsewhere, ctx, elsewhere].map((process) => closeRoll(process, id)),
    );
    await other.close();
    const { seconds } = await db
      .selectFrom('profiles')
      .select(({ fn }) => fn.sum<number>('totalLearningSeconds').as('seconds'))
      .where('userId', 'in', ids)
      .executeTakeFirstOrThrow();
    const { coins } = await db
      .selectFrom('sumicoinsLedger')
      .select(({ fn }) => fn.sum<number>('amount').as('coins'))
      .where('userId', 'in', ids)
      .where('transactionType', '=', 'event_reward')
      .executeTakeFirstOrThrow();
    return { minutes: seconds / 60, coins };
  }

  it('pays each student once', async () => {
    expect(await closeTwice(scene)).toEqual({ minutes: 5 * 60, coins: 5 * 20 });
  });

  it('the control: pays minutes twice when no transaction locks the class', async () => {
    const unlocked = await classScene({
      poolSize: 40,
      untrueRows: 'the learning time of a class counts twice',
    });
    // The unique cause in the ledger holds without the lock.
    expect(await closeTwice(unlocked, withoutRowLocks)).toEqual({ minutes: 6 * 5 * 60, coins: 5 * 20 });
    await unlocked.community.close();
  });
});
