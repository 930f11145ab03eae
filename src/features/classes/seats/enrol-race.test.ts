import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { Refusal } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, wrongSeats } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { withoutRowLocks } from '../../../testing/without-row-locks.ts';
import { deleteClass } from '../timetable/delete-class.ts';
import { enrolInClass } from './enrol-in-class.ts';
import { leaveClass } from './leave-class.ts';

const crowd = 200;
const seats = 10;

const newScene = (withoutGuards?: string) =>
  classScene({ people: crowd, poolSize: 50, ...(withoutGuards && { withoutGuards }) });

function counted<T>(outcomes: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/** Everybody enrols at once by calling the use case; answers how many of them hold a seat afterwards. */
async function rush({ community, teacher, people }: ClassScene, change: (ctx: Ctx) => Ctx = (ctx) => ctx) {
  const id = await insertClass(community.db, teacher, { maxStudents: seats });
  const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
  await Promise.allSettled(contexts.map((ctx) => enrolInClass(change(ctx), id)));
  return seatsHeld(community, id);
}

async function seatsHeld({ db }: Community, classId: string): Promise<number> {
  const { held } = await db
    .selectFrom('classEnrollments')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('classId', '=', classId)
    .executeTakeFirstOrThrow();
  return held;
}

/** Two hundred people take a while to come into being on a busy machine. */
const patience = 90_000;

let scene: ClassScene;
beforeAll(async () => {
  scene = await newScene();
}, patience);
afterAll(() => scene.community.close());

describe('ten seats', () => {
  it('go to exactly ten of two hundred people', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: seats });
    const answers = await Promise.all(
      people.map((person) => community.request(person, 'POST', `/api/classes/${id}/enrolment`)),
    );
    expect(counted(answers.map((answer) => answer.status))).toEqual(
      new Map([
        [200, seats],
        [409, crowd - seats],
      ]),
    );
    expect(await seatsHeld(community, id)).toBe(seats);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('go to ten by the use case alone, too', async () => {
    expect(await rush(scene)).toBe(seats);
  });

  it('are not oversold by code that forgets the lock: the database refuses', async () => {
    expect(await rush(scene, withoutRowLocks)).toBe(seats);
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });
});

describe('the control: without lock and constraint', () => {
  let unguarded: ClassScene;
  beforeAll(async () => {
    unguarded = await newScene('alter table classes drop constraint seats_fit');
  }, patience);
  afterAll(() => unguarded.community.close());

  it('ten seats are oversold', async () => {
    const held: number[] = [];
    while (held.length < 5 && !held.some((each) => each > seats)) {
      held.push(await rush(unguarded, withoutRowLocks));
    }
    expect(Math.max(...held)).toBeGreaterThan(seats);
  });

  it('the lock alone keeps ten seats ten', async () => {
    expect(await rush(unguarded)).toBe(seats);
  });
});

describe('one class, many hands', () => {
  it('one person who enrols two hundred times has one seat and never hears an error', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: 1 });
    const person = people[0] as Person;
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => community.request(person, 'POST', `/api/classes/${id}/enrolment`)),
    );
    expect(counted(answers.map((answer) => answer.status))).toEqual(new Map([[200, crowd]]));
    expect(await seatsHeld(community, id)).toBe(1);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('without the lock one person’s twin requests do fail', async () => {
    const { community, teacher, people } = scene;
    const ctx = withoutRowLocks(await community.ctxFor(people[0]));
    const failed = async () => {
      const id = await insertClass(community.db, teacher);
      const twins = Array.from({ length: 20 }, () => enrolInClass(ctx, id));
      return (await Promise.allSettled(twins)).filter(({ status }) => status === 'rejected').length;
    };
    let failures = 0;
    for (let round = 0; round < 5 && failures === 0; round++) failures = await failed();
    expect(failures).toBeGreaterThan(0);
  });

  it('enrolling against leaving ends in one or the other, with the seats counted', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: 3 });
    const few = people.slice(0, 8);
    const turns = few.flatMap((person) =>
      Array.from({ length: 20 }, (_, turn) =>
        community.request(person, turn % 2 ? 'DELETE' : 'POST', `/api/classes/${id}/enrolment`),
      ),
    );
    const statuses = counted((await Promise.all(turns)).map((answer) => answer.status));
    expect([...statuses.keys()].filter((status) => status !== 200 && status !== 409)).toEqual([]);
    expect(await seatsHeld(community, id)).toBeLessThanOrEqual(3);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('enrolling while the class is deleted leaves no class and no seat', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: 500 });
    const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
    const organiser = await community.ctxFor(teacher);
    const outcomes = await Promise.allSettled([
      ...contexts.slice(0, 100).map((ctx) => enrolInClass(ctx, id)),
      deleteClass(organiser, id),
      ...contexts.slice(100).map((ctx) => enrolInClass(ctx, id)),
      ...contexts.slice(0, 20).map((ctx) => leaveClass(ctx, id)),
    ]);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors.every((error) => error instanceof Refusal && error.code === 'http/not-found')).toBe(true);
    expect(await seatsHeld(community, id)).toBe(0);
  });
});
