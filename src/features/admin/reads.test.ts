import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { type Overview, readOverview } from './contract.ts';

/** A Friday noon in Mexico City, where the administrator lives. */
const now = new Date('2026-11-20T18:00:00.000Z');
const hour = 3600_000;
const inHours = (hours: number) => new Date(now.getTime() + hours * hour);

let community: Community;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
});
afterAll(() => community.close());
beforeEach(async () => {
  community.setNow(now);
  await sql`delete from classes`.execute(community.db);
});

async function overview(): Promise<Overview> {
  return answerOf(community.request(admin, 'GET', '/api/admin/overview'), readOverview);
}

async function plan(title: string, startsAt: Date, facts: Record<string, unknown> = {}): Promise<string> {
  const { id } = await community.db
    .insertInto('classes')
    .values({ title, description: 'De prueba.', startsAt, createdBy: teacher.id, ...facts })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function join(createdAt: Date, traits: Parameters<Community['person']>[0] = {}): Promise<Person> {
  const person = await community.person(traits);
  await community.db.updateTable('users').set({ createdAt }).where('id', '=', person.id).execute();
  return person;
}

/** Moves the join date of the people made by other tests out of the counted period. */
const everybodyJoinedLongAgo = () =>
  community.db
    .updateTable('users')
    .set({ createdAt: inHours(-5000) })
    .execute();

it('the overview is for administrators only', async () => {
  const student = await community.person();
  const pending = await community.person({ role: 'teacher' });
  const statuses = await Promise.all(
    [null, student, pending, teacher, admin].map(
      async (person) => (await community.request(person, 'GET', '/api/admin/overview')).status,
    ),
  );
  expect(statuses).toEqual([401, 403, 403, 403, 200]);
});

it('the overview counts classes and clubs apart that are scheduled and have not ended', async () => {
  await plan('on', inHours(-0.5));
  await plan('long', inHours(-7.9), { durationMinutes: 480 });
  await plan('to come', inHours(500));
  await plan('over', inHours(-1));
  await plan('called off', inHours(1), { status: 'cancelled', cancelledAt: now });
  await plan('club', inHours(1), { kind: 'club' });
  const { activeClasses, activeClubs } = await overview();
  expect({ activeClasses, activeClubs }).toEqual({ activeClasses: 3, activeClubs: 1 });
});

it("the overview lists the first three classes or clubs after the reader's day, by start", async () => {
  const id = await plan('second', inHours(13), {
    language: 'en',
    requiredTier: 'premium',
    targetAudience: 'kid',
    maxStudents: 8,
  });
  const kid = await community.person({ ageGroup: 'kid' });
  await community.db.insertInto('classEnrollments').values({ classId: id, userId: kid.id }).execute();
  await plan('first', inHours(12), { kind: 'club' });
  await plan('fourth', inHours(40));
  await plan('third', inHours(14));
  await plan('tonight', inHours(11.9));
  await plan('called off', inHours(12.5), { status: 'cancelled', cancelledAt: now });
  const { nextClasses } = await overview();
  expect(nextClasses.map(({ title }) => title)).toEqual(['first', 'second', 'third']);
  expect(nextClasses[1]).toEqual({
    id,
    kind: 'class',
    title: 'second',
    startsAt: inHours(13).toISOString(),
    language: 'en',
    targetAudience: 'kid',
    requiredTier: 'premium',
    teacherName: 'Inés Ávila',
    seatsTaken: 1,
    maxStudents: 8,
  });
});

it("the overview lists what of the reader's day is live, to begin, or ended with an open roll", async () => {
  const enrol = async (classId: string, attended: boolean | null) => {
    const { id: userId } = await community.person();
    await community.db
      .insertInto('classEnrollments')
      .values({ classId, userId, attended, markedAt: attended === null ? null : now })
      .execute();
  };
  await enrol(await plan('roll to call', inHours(-5), { kind: 'club' }), null);
  await enrol(await plan('roll closed', inHours(-4), { rollClosedAt: now }), true);
  await plan('ended empty', inHours(-3));
  await plan('live', inHours(-0.5));
  await plan('tonight', inHours(11.5));
  await plan('tomorrow', inHours(12));
  await plan('called off', inHours(1), { status: 'cancelled', cancelledAt: now });
  expect((await overview()).today.map(({ title, state }) => [title, state])).toEqual([
    ['roll to call', 'roll-due'],
    ['live', 'live'],
    ['tonight', 'coming'],
  ]);
});

it('the overview says of a live class that its roll is closed', async () => {
  await plan('live', inHours(-0.5));
  await plan('live and called', inHours(-0.4), { rollClosedAt: now });
  expect((await overview()).today.map(({ title, rollClosed }) => [title, rollClosed])).toEqual([
    ['live', false],
    ['live and called', true],
  ]);
});

it("a class that goes on past midnight stays in the overview's day, and one that ended before does not", async () => {
  const midnight = inHours(12).getTime();
  const before = (minutes: number) => new Date(midnight - minutes * 60_000);
  await plan('goes on', before(30));
  await plan('ended', before(90));
  community.setNow(new Date(midnight + 60_000));
  expect((await overview()).today.map(({ title, state }) => [title, state])).toEqual([['goes on', 'live']]);
});

it('the overview names the first steps until all are done, or for a month with classes and students', async () => {
  await sql`update users set role = 'teacher' where role = 'student'`.execute(community.db);
  expect((await overview()).firstSteps).toEqual({
    classScheduled: false,
    teacherApproved: true,
    videoShown: false,
    studentJoined: false,
  });
  await plan('the first', inHours(1));
  expect((await overview()).firstSteps).toMatchObject({ classScheduled: true, studentJoined: false });
  const student = await join(now);
  expect((await overview()).firstSteps).toMatchObject({ studentJoined: true, videoShown: false });
  await community.db
    .updateTable('users')
    .set({ createdAt: inHours(-30 * 24) })
    .where('id', '=', student.id)
    .execute();
  expect((await overview()).firstSteps).toBeNull();
});

it('the overview counts people whose strongest role is student and lists the last three who joined', async () => {
  await everybodyJoinedLongAgo();
  const before = await overview();
  await join(inHours(-30), { name: 'Antier' });
  await join(inHours(-1), { name: 'Hace un rato' });
  await join(inHours(-2), { name: 'Hoy', ageGroup: 'kid' });
  await join(inHours(-0.5), { role: 'teacher', verified: true });
  const both = await join(inHours(-0.2), { name: 'Estudia y enseña' });
  await community.db.insertInto('userRoles').values({ userId: both.id, role: 'teacher' }).execute();

  const { totalStudents, newestStudents } = await overview();
  expect(totalStudents).toBe(before.totalStudents + 3);
  expect(newestStudents.map(({ name }) => name)).toEqual(['Hace un rato', 'Hoy', 'Antier']);
  expect(Object.keys(newestStudents[0] ?? {}).sort()).toEqual(['id', 'joinedAt', 'name']);
});

it('the overview counts the students who signed up in the last thirty days', async () => {
  await everybodyJoinedLongAgo();
  await join(inHours(-29.9 * 24));
  await join(inHours(-2));
  await join(inHours(-1), { role: 'teacher' });
  await join(inHours(-30.1 * 24));
  expect((await overview()).signUps).toBe(2);
});

it("the overview counts the seats of this week's classes and clubs, Monday to Sunday in the reader's zone", async () => {
  const monday = await plan('Monday at midnight', new Date('2026-11-16T06:00:00Z'), { maxStudents: 10 });
  await plan('Sunday, late', new Date('2026-11-23T05:30:00Z'), { kind: 'club', maxStudents: 6 });
  await plan('the Sunday before', new Date('2026-11-16T05:30:00Z'));
  await plan('next Monday', new Date('2026-11-23T06:00:00Z'));
  await plan('called off', inHours(1), { status: 'cancelled', cancelledAt: now });
  for (const student of [await community.person(), await community.person()]) {
    await community.db
      .insertInto('classEnrollments')
      .values({ classId: monday, userId: student.id })
      .execute();
  }
  expect((await overview()).seatsThisWeek).toEqual({ taken: 2, offered: 16 });
});

it("the overview sums this month's completed payments by currency, without refunds", async () => {
  const person = await community.person();
  const pay = (amountCents: number, facts: Record<string, unknown> = {}) =>
    community.db
      .insertInto('payments')
      .values({
        userId: person.id,
        kind: 'single',
        amountCents,
        platformShareCents: amountCents,
        method: 'card',
        provider: 'test',
        status: 'completed',
        completedAt: now,
        ...facts,
      })
      .execute();
  await pay(1500);
  await pay(30_900, { completedAt: new Date('2026-11-01T06:00:00Z') });
  await pay(777, { completedAt: new Date('2026-11-01T05:59:59Z') });
  await pay(50_000, { currency: 'MXN' });
  await pay(888, { status: 'pending', completedAt: null });
  await pay(999, { status: 'refunded', refundWantedAt: now, refundedAt: now });
  // The provider tells another amount than was asked, which is there until it is given back.
  await pay(600, { paidCents: 100, paidCurrency: 'USD', refundWantedAt: now });
  expect((await overview()).monthRevenue).toEqual([
    { currency: 'MXN', cents: 50_000 },
    { currency: 'USD', cents: 32_500 },
  ]);
});

it('the attendance rate counts rolls called in the last thirty days', async () => {
  const seats = async (startsAt: Date, rolls: (boolean | null)[]) => {
    const classId = await plan('con lista', startsAt, { kind: 'club' });
    for (const attended of rolls) {
      const { id: userId } = await community.person();
      await community.db
        .insertInto('classEnrollments')
        .values({ classId, userId, attended, markedAt: attended === null ? null : now })
        .execute();
    }
  };
  expect((await overview()).attendanceRate).toBeNull();
  await seats(inHours(-2), [true, true, false, null]);
  await seats(inHours(-29 * 24), [true]);
  await seats(inHours(-31 * 24), [false, false]);
  expect((await overview()).attendanceRate).toBe(0.75);
});

it('the overview of an empty community holds zeros, empty lists and null', async () => {
  expect(await overview()).toMatchObject({
    activeClasses: 0,
    seatsThisWeek: { taken: 0, offered: 0 },
    attendanceRate: null,
    nextClasses: [],
  });
});
