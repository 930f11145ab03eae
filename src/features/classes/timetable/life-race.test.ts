import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { connect } from '#server/db/connect.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  minutesFromNow,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { closeRoll } from '../attendance/close-roll.ts';
import { markAttendance } from '../attendance/mark-attendance.ts';
import { enrolInClass } from '../seats/enrol-in-class.ts';
import { cancelClass } from './cancel-class.ts';
import { changeClass } from './change-class.ts';

const crowd = 60;
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
const asIs: Change = (ctx) => ctx;

/** All students enrol while the teacher does `meanwhile`. Returns the errors. */
async function rush(
  { community, people, teacher }: ClassScene,
  {
    id,
    meanwhile,
    change = asIs,
  }: { id: string; meanwhile: (ctx: Ctx) => Promise<unknown>; change?: Change },
) {
  const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
  const organiser = change(await community.ctxFor(teacher));
  const half = contexts.length / 2;
  const enrol = (ctx: Ctx) => enrolInClass(change(ctx), id);
  const outcomes = await Promise.allSettled([
    ...contexts.slice(0, half).map(enrol),
    meanwhile(organiser),
    ...contexts.slice(half).map(enrol),
  ]);
  return outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
}

async function untilTrue(rounds: number, happens: () => Promise<boolean>): Promise<boolean> {
  for (let round = 0; round < rounds; round++) if (await happens()) return true;
  return false;
}

describe('a capacity that is lowered while students enrol', () => {
  /** Returns the classes with more students than seats afterwards, and the refusals. */
  async function squeeze(at: ClassScene, change: Change = asIs) {
    const id = await insertClass(at.community.db, at.teacher, { maxStudents: crowd });
    const errors = await rush(at, {
      id,
      change,
      meanwhile: (ctx) => changeClass(ctx, id, { version: 1, maxStudents: crowd / 3 }),
    });
    return { errors, wrong: (await wrongSeats(at.community.db)).filter((row) => row.id === id) };
  }

  it('never leaves fewer seats than students, and refuses with a code', async () => {
    for (let round = 0; round < 3; round++) {
      const { errors, wrong } = await squeeze(scene);
      expect(wrong).toEqual([]);
      const codes = errors.map((error) => (error instanceof Refusal ? error.code : String(error)));
      expect(codes.every((code) => ['classes/full', 'classes/seats-taken'].includes(code))).toBe(true);
    }
  });

  it(
    'the control: leaves students without a seat when no transaction locks the class',
    async () => {
      const unguarded = await newScene('alter table classes drop constraint seats_fit');
      const broke = await untilTrue(
        8,
        async () => (await squeeze(unguarded, withoutRowLocks)).wrong.length > 0,
      );
      await unguarded.community.close();
      expect(broke).toBe(true);
    },
    timeoutMs,
  );
});

describe('a class that is cancelled while students enrol', () => {
  /** Counts the students with a seat in the cancelled class who got a notice, and those who got none. */
  async function cancelInTheRush(at: ClassScene, change: Change = asIs) {
    const { db } = at.community;
    const id = await insertClass(db, at.teacher, { maxStudents: crowd });
    const errors = await rush(at, {
      id,
      change,
      meanwhile: (ctx) => cancelClass(ctx, id, { reason: 'Se fue la luz.' }),
    });
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
      errors,
      notified: notices.length,
      untold: seats.filter(({ userId }) => !notified.has(userId)).length,
    };
  }

  it('is told to each student who enrolled in time, and refuses the others', async () => {
    for (let round = 0; round < 3; round++) {
      const { errors, notified, untold } = await cancelInTheRush(scene);
      expect(untold).toBe(0);
      expect(errors.every((error) => error instanceof Refusal && error.code === 'classes/cancelled')).toBe(
        true,
      );
      expect(notified + errors.length).toBe(crowd);
    }
  });

  it('the control: leaves students untold when no transaction locks the class', async () => {
    const slipped = await untilTrue(
      8,
      async () => (await cancelInTheRush(scene, withoutRowLocks)).untold > 0,
    );
    expect(slipped).toBe(true);
  });
});

describe('a roll that two processes close at once', () => {
  /** The sum of the minutes and coins of all students of the class. */
  async function closeTwice(at: ClassScene, change: Change = asIs) {
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
    await Promise.allSettled(
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
    const broke = await untilTrue(8, async () => {
      const { minutes, coins } = await closeTwice(unlocked, withoutRowLocks);
      // The unique cause in the ledger holds without the lock.
      expect(coins).toBe(5 * 20);
      return minutes > 5 * 60;
    });
    await unlocked.community.close();
    expect(broke).toBe(true);
  });
});
