import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { connect } from '#server/db/connect.ts';
import { memberOf } from '#shared/actor.ts';
import { Refusal } from '#shared/refusal.ts';
import { type ClassScene, classScene, insertClass, wrongSeats } from '../../../testing/class-scene.ts';
import type { Community, Person } from '../../../testing/community.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { raceForRows, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { enrolRefusals } from '../contract.ts';
import { deleteClass } from '../timetable/delete-class.ts';
import { enrolInClass } from './enrol-in-class.ts';
import { leaveClass } from './leave-class.ts';

const crowd = 200;
const seats = 10;
/** So many students of a rush have a connection at once. */
const poolSize = 50;

const newScene = (withoutGuards?: string) =>
  classScene({ people: crowd, poolSize, ...(withoutGuards && { withoutGuards }) });

function counted<T>(outcomes: readonly T[]): Map<T, number> {
  const counts = new Map<T, number>();
  for (const outcome of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return counts;
}

/**
 * All students call the use case at once, each in another process: as many as have a connection have begun before one
 * of them commits. Returns how many have a seat afterwards.
 */
async function rush({ community, teacher, people }: ClassScene, change: (ctx: Ctx) => Ctx) {
  const id = await insertClass(community.db, teacher, { maxStudents: seats });
  const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
  await beginTogether(community, poolSize, () => contexts.map((ctx) => enrolInClass(change(ctx), id)));
  return seatsHeld(community, id);
}

/** All students call the use case at once, in one process, which takes their seats together. */
async function rushInOneProcess({ community, teacher, people }: ClassScene) {
  const id = await insertClass(community.db, teacher, { maxStudents: seats });
  const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
  await Promise.allSettled(contexts.map((ctx) => enrolInClass(ctx, id)));
  return seatsHeld(community, id);
}

/** Holds the classes, by connections of its own, until the first `count` of those that `start` began wait. */
async function beginTogether<T>(
  { address }: Community,
  count: number,
  start: () => Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  const own = connect(address, { poolSize: 2 });
  let all: Promise<PromiseSettledResult<T>[]> | undefined;
  await raceForTable(own.db, 'classes', () => {
    const started = start();
    all = Promise.allSettled(started);
    return started.slice(0, count);
  });
  await own.close();
  return (await all) ?? [];
}

/**
 * One student enrols twenty times, each time by another process, and all have begun before one of them commits. Returns
 * the seats they have afterwards.
 */
async function twinSeats({ community, teacher, student }: ClassScene, change: (ctx: Ctx) => Ctx) {
  const id = await insertClass(community.db, teacher, { maxStudents: 40 });
  const ctx = await community.ctxFor(student);
  const outcomes = await raceForTable(community.db, 'classEnrollments', () =>
    Array.from({ length: 20 }, () => enrolInClass(change(ctx), id)),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  return seatsHeld(community, id);
}

/**
 * One of two seats is taken: its student leaves while eight others enrol, each in another process. Returns the seats
 * held.
 */
async function leaveAndEnrol({ community, teacher, people }: ClassScene, change: (ctx: Ctx) => Ctx) {
  const id = await insertClass(community.db, teacher, { maxStudents: 2 });
  const contexts = await Promise.all(people.slice(0, 9).map((person) => community.ctxFor(person)));
  const [leaving, ...coming] = contexts as [Ctx, ...Ctx[]];
  await enrolInClass(leaving, id);
  const outcomes = await raceForRows<unknown>(community.db, 'classes', () => [
    leaveClass(change(leaving), id),
    ...coming.map((ctx) => enrolInClass(change(ctx), id)),
  ]);
  expect(outcomes[0]?.status).toBe('fulfilled');
  return seatsHeld(community, id);
}

/** A thousand students, inserted by one statement, whose requests these processes take in turn. */
async function aThousand({ community }: ClassScene, processes: readonly Ctx[]): Promise<Ctx[]> {
  const { rows } = await sql<{ id: string }>`insert into users (name, email)
    select 'Estudiante', gen_random_uuid() || '@example.org' from generate_series(1, 1000) returning id`.execute(
    community.db,
  );
  await sql`update profiles set age_answered = true where not age_answered`.execute(community.db);
  return rows.map(({ id: userId }, nth) => {
    const ctx = processes[nth % processes.length] as Ctx;
    return { ...ctx, actor: { ...memberOf(ctx.actor), userId } };
  });
}

/**
 * They enrol at once, by four processes, each of which has begun before another one commits. Returns how each of them
 * was answered, and how many have a seat afterwards.
 */
async function rushOfAThousand(scene: ClassScene, change: (ctx: Ctx) => Ctx) {
  const { community, teacher, student } = scene;
  const id = await insertClass(community.db, teacher, { maxStudents: seats });
  const ctx = await community.ctxFor(student);
  const processes = Array.from({ length: 4 }, () => change(ctx));
  const contexts = await aThousand(scene, processes);
  const outcomes = await beginTogether(community, processes.length, () => {
    // A process does its first request alone: one without a class, so that the students go together in the next turn.
    for (const process of processes) enrolInClass(process, randomUUID()).catch(() => {});
    return contexts.map((each) => enrolInClass(each, id));
  });
  const answers = counted(
    outcomes.map((outcome) => (outcome.status === 'fulfilled' ? 'a seat' : String(outcome.reason.code))),
  );
  return { answers, held: await seatsHeld(scene.community, id) };
}

/**
 * One student enrols in twelve clubs, in each by another process, and all have begun before one of them commits.
 * Returns in how many they have a seat.
 */
async function clubsTaken({ community, teacher }: ClassScene, change: (ctx: Ctx) => Ctx): Promise<number> {
  const clubs = await Promise.all(
    Array.from({ length: 12 }, () => insertClass(community.db, teacher, { kind: 'club' })),
  );
  const ctx = await community.ctxFor(await community.person());
  const outcomes = await raceForTable(community.db, 'classEnrollments', () =>
    clubs.map((id) => enrolInClass(change(ctx), id)),
  );
  const refusals = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.code] : [],
  );
  expect(new Set(refusals)).toEqual(new Set(refusals.length > 0 ? [enrolRefusals.tooManyClubs.code] : []));
  return clubs.length - refusals.length;
}

async function seatsHeld({ db }: Community, classId: string): Promise<number> {
  const { held } = await db
    .selectFrom('classEnrollments')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('classId', '=', classId)
    .executeTakeFirstOrThrow();
  return held;
}

/** Inserting two hundred people takes this long on a busy machine, in milliseconds. */
const timeoutMs = 90_000;

let scene: ClassScene;
beforeAll(async () => {
  scene = await newScene();
}, timeoutMs);
afterAll(() => scene.community.close());

describe('ten seats', () => {
  it('go to exactly ten of two hundred students who enrol at once', async () => {
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

  it('go to exactly ten students of two hundred who enrol by as many server processes', async () => {
    expect(await rush(scene, asAnotherProcess)).toBe(seats);
  });

  it('go to exactly ten of a thousand students who enrol at once by four server processes', async () => {
    const { answers, held } = await rushOfAThousand(scene, asAnotherProcess);
    expect(answers).toEqual(
      new Map([
        ['a seat', seats],
        ['classes/full', 1000 - seats],
      ]),
    );
    expect(held).toBe(seats);
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });

  it('are not oversold by code without the lock, because the database constraint refuses', async () => {
    expect(await rush(scene, withoutRowLocks)).toBe(seats);
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });
});

describe('a class without its constraint', () => {
  let unguarded: ClassScene;
  beforeAll(async () => {
    unguarded = await newScene('alter table classes drop constraint seats_fit');
  }, timeoutMs);
  afterAll(() => unguarded.community.close());

  it('two hundred students do not oversell ten seats with the lock alone', async () => {
    expect(await rush(unguarded, asAnotherProcess)).toBe(seats);
    expect(await rushInOneProcess(unguarded)).toBe(seats);
  });

  describe('the control: without the lock too', () => {
    it('two hundred students oversell ten seats', async () => {
      expect(await rush(unguarded, withoutRowLocks)).toBeGreaterThanOrEqual(poolSize);
    });

    it('a thousand students by four server processes oversell ten seats', async () => {
      const { held } = await rushOfAThousand(unguarded, withoutRowLocks);
      expect(held).toBe(4 * seats);
    });

    it('students who enrol while another one leaves take more seats than there are', async () => {
      expect(await leaveAndEnrol(unguarded, withoutRowLocks)).toBe(8);
    });
  });
});

describe('enrolInClass at once', () => {
  it('gives one seat and no error to a student who enrols two hundred times at once', async () => {
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

  it('gives one seat to a student who enrols by many server processes at once', async () => {
    expect(await twinSeats(scene, asAnotherProcess)).toBe(1);
  });

  it('the control: gives a student several seats without the lock and the primary key', async () => {
    const unguarded = await classScene({
      poolSize,
      withoutGuards: 'alter table class_enrollments drop constraint class_enrollments_pkey',
    });
    expect(await twinSeats(unguarded, withoutRowLocks)).toBe(20);
    await unguarded.community.close();
  });

  it('leaves a student with as many clubs as they may have ahead who enrols in more at once', async () => {
    expect(await clubsTaken(scene, asAnotherProcess)).toBe(10);
  });

  it('the control: books every club for a student without the lock of their profile', async () => {
    expect(await clubsTaken(scene, withoutRowLocks)).toBe(12);
  });

  it('leaves the seats counted when a student enrols and leaves at once', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: 3 });
    const few = await Promise.all(people.slice(0, 8).map((person) => community.ctxFor(person)));
    const outcomes = await raceForRows(community.db, 'classes', () =>
      few.flatMap((ctx) =>
        [enrolInClass, leaveClass, enrolInClass, leaveClass].map((act) => act(asAnotherProcess(ctx), id)),
      ),
    );
    const errors = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(errors.filter((error) => !(error instanceof Refusal && error.status === 409))).toEqual([]);
    expect(await seatsHeld(community, id)).toBeLessThanOrEqual(3);
    expect(await wrongSeats(community.db)).toEqual([]);
  });

  it('gives no more than the free seats to students who enrol while another one leaves', async () => {
    expect(await leaveAndEnrol(scene, asAnotherProcess)).toBeLessThanOrEqual(2);
    expect(await wrongSeats(scene.community.db)).toEqual([]);
  });

  it('leaves no class and no seat when the class is deleted meanwhile', async () => {
    const { community, teacher, people } = scene;
    const id = await insertClass(community.db, teacher, { maxStudents: 500 });
    const contexts = await Promise.all(people.map((person) => community.ctxFor(person)));
    const organiser = await community.ctxFor(teacher);
    const outcomes = await raceForRows<unknown>(community.db, 'classes', () => [
      ...contexts.slice(0, 15).map((ctx) => enrolInClass(asAnotherProcess(ctx), id)),
      deleteClass(organiser, id),
      ...contexts.slice(15, 30).map((ctx) => enrolInClass(asAnotherProcess(ctx), id)),
      ...contexts.slice(0, 10).map((ctx) => leaveClass(asAnotherProcess(ctx), id)),
    ]);
    const errors = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(errors.every((error) => error instanceof Refusal && error.code === 'http/not-found')).toBe(true);
    expect(await seatsHeld(community, id)).toBe(0);
  });
});
