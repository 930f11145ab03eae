import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import {
  type ClassScene,
  classScene,
  insertClass,
  insertPaidSeat,
  minutesFromNow,
  wrongSeats,
} from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { enrolRefusals } from '../contract.ts';
import { enrolInClass } from './enrol-in-class.ts';

/** Enrolments that arrive while one is made share a transaction (src/server/db/group-commit.ts). */
const crowd = 40;
let scene: ClassScene;
beforeAll(async () => {
  scene = await classScene({ people: crowd });
  // So that the server has cached the sessions, and what the tests send arrives together.
  await Promise.all(
    scene.people.map((person) => scene.community.request(person, 'GET', '/api/coins/wallet')),
  );
}, 90_000);
afterAll(() => scene.community.close());
afterEach(async () => {
  expect(await wrongSeats(scene.community.db)).toEqual([]);
});

const enrol = (person: Person, classId: string) =>
  scene.community.request(person, 'POST', `/api/classes/${classId}/enrolment`);
const insert = (facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(scene.community.db, scene.teacher, facts);

async function countEvents(classId: string): Promise<number> {
  const { count } = await scene.community.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('subject', '=', classId)
    .executeTakeFirstOrThrow();
  return count;
}

it('students who enrol while one enrols take their seats in one transaction with one event', async () => {
  const id = await insert({ maxStudents: crowd });
  const contexts = await Promise.all(scene.people.map((person) => scene.community.ctxFor(person)));
  const answers = await Promise.all(contexts.map((ctx) => enrolInClass(ctx, id)));
  expect(answers.map(({ seatsTaken }) => seatsTaken)).toEqual(
    Array.from({ length: crowd }, (_, nth) => nth + 1),
  );
  expect(await countEvents(id)).toBe(2);
});

it('each enrolment of a batch is refused or made by its own rules', async () => {
  const [open, full, premium, begun] = await Promise.all([
    insert(),
    insert({ maxStudents: 1 }),
    insert({ requiredTier: 'premium' }),
    insert({ startsAt: minutesFromNow(-5) }),
  ]);
  const [first, ...others] = scene.people as [Person, ...Person[]];
  await enrol(first, full);
  const absent = '019a0000-0000-7000-8000-000000000000';
  const wishes = [open, full, open, premium, begun, absent, open];
  const answers = await Promise.all(wishes.map((id, nth) => enrol(others[nth] as Person, id)));
  expect([0, 2, 6].map((nth) => answers[nth]?.status)).toEqual([200, 200, 200]);
  await expect(answers[1]).toBeRefused(enrolRefusals.full);
  await expect(answers[3]).toBeRefused(enrolRefusals.tierTooLow);
  await expect(answers[4]).toBeRefused(enrolRefusals.alreadyStarted);
  await expect(answers[5]).toBeRefused(commonRefusals.notFound);
});

it('seats that are kept for waiting students are not taken by others of their batch, and one that is left over is', async () => {
  const id = await insert({ maxStudents: 3, startsAt: minutesFromNow(50) });
  const [ana, ...others] = scene.people as [Person, ...Person[]];
  await scene.community.db.insertInto('classWaiting').values({ classId: id, userId: ana.id }).execute();
  const answers = await Promise.all(
    [others[0] as Person, ana, others[1] as Person].map((each) => enrol(each, id)),
  );
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it('a student who asks twice in one batch gets one seat and the same answer', async () => {
  const id = await insert();
  const [ana, luis] = scene.people as [Person, Person];
  const answers = await Promise.all([enrol(luis, id), enrol(ana, id), enrol(ana, id)]);
  const [, first, second] = await Promise.all(answers.map((answer) => answer.json()));
  expect(first).toEqual({ classId: id, isEnrolled: true, seatsTaken: 2 });
  expect(second).toEqual(first);
});

it('a student who books several clubs in one batch gets as many as they may have ahead', async () => {
  const clubs = await Promise.all(Array.from({ length: 12 }, () => insert({ kind: 'club' })));
  const [, , , , ana, luis] = scene.people as [Person, Person, Person, Person, Person, Person];
  // The first request of a turn is made alone, and the others go together.
  const [, ...answers] = await Promise.all([enrol(luis, clubs[0]!), ...clubs.map((id) => enrol(ana, id))]);
  expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(200), 409, 409]);
});

it('a seat that is held for a payment becomes an enrolment beside other enrolments of its batch', async () => {
  const id = await insert();
  const [ana, ...others] = scene.people.slice(0, 5) as [Person, ...Person[]];
  const heldUntil = minutesFromNow(30);
  await insertPaidSeat(scene.community.db, { classId: id, userId: ana.id, heldUntil });
  const answers = await Promise.all(
    [...others.slice(1), ana, others[0] as Person].map((each) => enrol(each, id)),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  const seats = await scene.community.db
    .selectFrom('classEnrollments')
    .select(['heldUntil', 'paymentId'])
    .where('classId', '=', id)
    .execute();
  expect(seats).toEqual(Array(5).fill({ heldUntil: null, paymentId: null }));
});

it('a class that another transaction has locked holds up no enrolment in other classes', async () => {
  const [busy, free] = await Promise.all([insert(), insert()]);
  const held = await scene.community.db.startTransaction().execute();
  await sql`select from classes where id = ${busy} for update`.execute(held);
  const [ana, luis, eva] = scene.people as [Person, Person, Person];
  const waiting = enrol(ana, busy);
  const answers = await Promise.all([enrol(luis, free), enrol(eva, free)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect(await countEvents(busy)).toBe(0);
  await held.commit().execute();
  expect((await waiting).status).toBe(200);
});

it('a student whose profile another transaction has locked holds up no enrolment in other classes', async () => {
  const [id, other] = await Promise.all([insert(), insert()]);
  const [ana, luis, eva] = scene.people as [Person, Person, Person];
  const held = await scene.community.db.startTransaction().execute();
  await sql`update profiles set level = level where user_id = ${ana.id}`.execute(held);
  const waiting = enrol(ana, id);
  const answers = await Promise.all([enrol(luis, other), enrol(eva, other)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  await held.commit().execute();
  expect((await waiting).status).toBe(200);
});

it('no acknowledged enrolment is lost when connections are killed while they commit', async () => {
  // Ends the connection that makes the 3rd, 15th and 30th enrolment, while it commits.
  await sql
    .raw(`
    create sequence made_seats;
    create function kill_server() returns trigger language plpgsql as $$
    begin
      if nextval('made_seats') in (3, 15, 30) then perform pg_terminate_backend(pg_backend_pid(), 1); end if;
      return null;
    end $$;
    create constraint trigger kill_server after insert on class_enrollments deferrable initially deferred
      for each row execute function kill_server();`)
    .execute(scene.community.db);
  const id = await insert({ maxStudents: 30 });
  const outcomes = await Promise.all(scene.people.map((person) => enrol(person, id)));
  const statuses = new Set(outcomes.map(({ status }) => status));
  expect([...statuses].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  expect(statuses).toContain(503);
  const acknowledged = scene.people
    .filter((_, nth) => outcomes[nth]?.status === 200)
    .map((person) => person.id);
  const holdsSeats = () =>
    scene.community.db
      .selectFrom('classEnrollments')
      .select('userId')
      .where('classId', '=', id)
      .execute()
      .then((rows) => rows.map(({ userId }) => userId).sort());
  await expect.poll(holdsSeats).toEqual(acknowledged.sort());
});
