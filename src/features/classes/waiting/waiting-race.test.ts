import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { visitor } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertSeats,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { raceBehind } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { enrolInClass } from '../seats/enrol-in-class.ts';
import { leaveClass } from '../seats/leave-class.ts';
import { joinWaitingList } from './join-waiting-list.ts';
import { offerSeats } from './offer-seats.ts';

let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: 30, poolSize: 30 });
});
afterAll(() => scene.community.close());

const same = (ctx: Ctx) => ctx;

/** Five seats are taken, ten students wait. */
async function fullClass() {
  const { community, teacher, people } = scene;
  const id = await insertClass(community.db, teacher, { maxStudents: 5 });
  const seated = people.slice(0, 5);
  const waiting = people.slice(5, 15);
  const strangers = people.slice(15);
  await insertSeats(community.db, id, ...seated);
  for (const person of waiting) await joinWaitingList(await community.ctxFor(person), id);
  return { id, seated, waiting, strangers };
}

async function offer(id: string, change: (ctx: Ctx) => Ctx = same): Promise<unknown> {
  const { community } = scene;
  return offerSeats.run(change({ ...(await community.ctxFor()), actor: visitor }), id);
}

async function seatsOf(id: string): Promise<Map<string, Date | null>> {
  const rows = await scene.community.db
    .selectFrom('classEnrollments')
    .select(['userId', 'heldUntil'])
    .where('classId', '=', id)
    .execute();
  return new Map(rows.map(({ userId, heldUntil }) => [userId, heldUntil]));
}

/** Answers what failed without being a refusal: an error of the database. */
function broken(outcomes: readonly PromiseSettledResult<unknown>[]): unknown[] {
  return outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' && !(outcome.reason instanceof Refusal) ? [outcome.reason] : [],
  );
}

describe('seats that become free while all act at once', () => {
  it('go to the students who waited longest, each once, and to no stranger', async () => {
    const { id, seated, waiting, strangers } = await fullClass();
    const ctxFor = (person: Person) => scene.community.ctxFor(person);
    const acts = [
      ...seated.slice(0, 3).map((person) => async () => leaveClass(await ctxFor(person), id)),
      ...strangers.map((person) => async () => enrolInClass(await ctxFor(person), id)),
      ...Array.from({ length: 6 }, () => () => offer(id)),
    ];
    expect(broken(await Promise.allSettled(acts.map((act) => act())))).toEqual([]);
    await offer(id);
    const seats = await seatsOf(id);
    const offered = waiting.slice(0, 3).map(({ id: userId }) => userId);
    expect([...seats.keys()].sort()).toEqual(
      [...seated.slice(3).map(({ id: userId }) => userId), ...offered].sort(),
    );
    for (const userId of offered) expect(seats.get(userId)).not.toBeNull();
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });

  /**
   * The first student confirms their offer in the moment in which it ends: one of student and server comes first, and
   * the other one has begun before the first one's commit. Answers whether the student was told that it worked.
   */
  async function confirmAtTheEnd(comesFirst: 'student' | 'server', change: (ctx: Ctx) => Ctx = same) {
    const { id, seated, waiting } = await fullClass();
    const [leaver] = seated as [Person];
    const [first, second] = waiting as [Person, Person];
    const { community } = scene;
    await leaveClass(await community.ctxFor(leaver), id);
    await offer(id);
    const held = (await seatsOf(id)).get(first.id);
    const ended = change({ ...(await community.ctxFor()), actor: visitor, now: held as Date });
    const ctx = change(await community.ctxFor(first));
    const confirm = (by: Ctx) => enrolInClass(by, id);
    const end = (by: Ctx) => offerSeats.run(by, id);
    const isFirst = comesFirst === 'student';
    const outcomes = isFirst
      ? await raceBehind<unknown>(ctx, confirm, () => [end(ended)])
      : await raceBehind<unknown>(ended, end, () => [confirm(ctx)]);
    return {
      failures: broken(outcomes),
      wasTold: isFirst || outcomes[0]?.status === 'fulfilled',
      seats: await seatsOf(id),
      first,
      second,
    };
  }

  it('are confirmed as the offer ends: the student has the seat, or is refused and the next one is offered it', async () => {
    for (const comesFirst of ['student', 'server'] as const) {
      const { failures, wasTold, seats, first, second } = await confirmAtTheEnd(comesFirst);
      expect(failures).toEqual([]);
      expect(wasTold).toBe(comesFirst === 'student');
      expect(seats.size).toBe(5);
      expect(seats.get(first.id) === null).toBe(wasTold);
      expect(seats.has(second.id)).toBe(!wasTold);
    }
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });

  it('the control: without the lock a student is told of a seat that goes to the next one', async () => {
    const { wasTold, seats, first, second } = await confirmAtTheEnd('server', withoutRowLocks);
    expect(wasTold).toBe(true);
    expect([seats.has(first.id), seats.has(second.id)]).toEqual([false, true]);
  });
});
