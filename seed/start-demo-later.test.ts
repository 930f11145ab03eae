import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { remindOfClass } from '#features/classes/timetable/remind-of-class.ts';
import { offerSeats } from '#features/classes/waiting/offer-seats.ts';
import { seasonAt } from '#features/cup/rules.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { runDue } from '#server/jobs/run-due.ts';
import { dayMs } from '#shared/time/durations.ts';
import { everyInvariant } from '../src/every-invariant.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';
import { seedDemo } from './seed-demo.ts';

const demoStudent = 'ximena@demo.example';

let community: Community;
let dataDir: string;
let student: string;
const firstStart = new Date();
/** What a visitor of the demo did on its first day. */
let left: string;
let deleted: string;

const start = async () => seedDemo(await community.ctxFor(), community.authentication, dataDir);
const startAt = async (now: Date) => {
  community.setNow(now);
  await start();
};
const threeDaysLater = new Date(firstStart.getTime() + 3 * dayMs);
/** The twelfth of the month after that. */
const nextMonth = new Date(
  Date.UTC(threeDaysLater.getUTCFullYear(), threeDaysLater.getUTCMonth() + 1, 12, 18),
);
const monthsLater = new Date(nextMonth.getTime() + 70 * dayMs);
const doDue = async (handler: typeof remindOfClass) => {
  const ctx = await community.ctxFor();
  await runDue(() => ctx, handler);
};

beforeAll(async () => {
  community = await newCommunity();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  community.setNow(firstStart);
  await start();
  const { db } = community;
  ({ id: student } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', demoStudent)
    .executeTakeFirstOrThrow());
  await doDue(remindOfClass);
  await doDue(offerSeats);
  [left = '', deleted = ''] = await Promise.all([ownSeats('class'), ahead('class')]).then(
    ([seats, classes]) => [seats[0]?.id, classes.at(-1)?.id],
  );
  await db.deleteFrom('classEnrollments').where('classId', '=', left).where('userId', '=', student).execute();
  await db.deleteFrom('classes').where('id', '=', deleted).execute();
});
afterAll(async () => {
  await community.close();
  await rm(dataDir, { recursive: true });
});

const ahead = (kind: 'class' | 'club') =>
  community.db
    .selectFrom('classes')
    .select(['id', 'title', 'startsAt', 'seatsTaken', 'maxStudents'])
    .where('kind', '=', kind)
    .where('startsAt', '>', community.now())
    .orderBy('startsAt')
    .execute();
const ownSeats = (kind: 'class' | 'club') =>
  community.db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classId')
    .select(['classes.id', 'startsAt'])
    .where('userId', '=', student)
    .where('heldUntil', 'is', null)
    .where('kind', '=', kind)
    .where('startsAt', '>', community.now())
    .execute();
const queues = async () => {
  const rows = await community.db
    .selectFrom('classWaiting')
    .innerJoin('classes', 'classes.id', 'classId')
    .select(['classId', 'userId', 'maxStudents', 'seatsTaken'])
    .where('startsAt', '>', community.now())
    .orderBy('turn')
    .execute();
  return Object.values(Object.groupBy(rows, ({ classId }) => classId)).map((queue = []) => queue);
};
/** Everything that a start may make. */
const counts = async () => {
  const tables = [
    'classes',
    'classEnrollments',
    'classWaiting',
    'inviteLinks',
    'cupBoards',
    'auditLog',
  ] as const;
  return Promise.all(
    tables.map(async (table) => {
      const { n } = await community.db
        .selectFrom(table as 'classes')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow();
      return `${table} ${n}`;
    }),
  );
};
const seasons = async () =>
  (await (await community.request(null, 'GET', '/api/cup/seasons')).json()).items.map(
    ({ season }: { season: string }) => season,
  );

it('a second start on the first day of the demo changes nothing, nor gives back a seat that a visitor left', async () => {
  const before = await counts();
  await start();
  expect(await counts()).toEqual(before);
  expect(await ownSeats('class')).toEqual([]);
  expect((await ahead('class')).map(({ id }) => id)).not.toContain(deleted);
});

it('a start of the demo three days later gives its student a club within a day, of which the server reminds them', async () => {
  await startAt(threeDaysLater);
  const [club, ...others] = await ownSeats('club');
  expect(others).toEqual([]);
  expect(club?.startsAt.getTime()).toBeLessThanOrEqual(community.now().getTime() + dayMs);
  const reminders = () =>
    community.db
      .selectFrom('notifications')
      .select('about')
      .where('userId', '=', student)
      .where('about', '=', club?.id ?? '')
      .where('kind', 'like', 'classes.starts-in-%')
      .execute();
  expect(await reminders()).toEqual([]);
  await doDue(remindOfClass);
  expect(await reminders()).toHaveLength(1);
});

it('a start of the demo three days later gives its student a class to come', async () => {
  expect(await ownSeats('class')).toHaveLength(1);
});

it('a start of the demo three days later makes a waiting list that its student heads, whose seat the server offers them', async () => {
  const mine = (await queues()).filter((queue) => queue.some(({ userId }) => userId === student));
  expect(mine).toHaveLength(1);
  const [[first, ...behind] = []] = mine;
  expect(first).toMatchObject({ userId: student, seatsTaken: (first?.maxStudents ?? 0) - 1 });
  expect(behind).toHaveLength(2);
  await doDue(offerSeats);
  const held = await community.db
    .selectFrom('classEnrollments')
    .select('classId')
    .where('userId', '=', student)
    .where('heldUntil', '>', community.now())
    .execute();
  expect(held).toEqual([{ classId: first?.classId }]);
});

it('a start of the demo three days later keeps its classes two weeks ahead, without one that a visitor deleted, and students in the next clubs', async () => {
  const classes = await ahead('class');
  expect(classes).toHaveLength(11);
  expect(new Set(classes.map(({ title }) => title)).size).toBe(11);
  const last = classes.at(-1)?.startsAt.getTime() ?? 0;
  expect(last - community.now().getTime()).toBeGreaterThan(11 * dayMs);
  expect(last - community.now().getTime()).toBeLessThanOrEqual(14 * dayMs);
  const clubs = await ahead('club');
  const next = clubs.filter(({ title }, at) => clubs.findIndex((club) => club.title === title) === at);
  expect(next.length).toBeGreaterThanOrEqual(5);
  expect(next.filter(({ seatsTaken }) => seatsTaken < 2)).toEqual([]);
});

it('a second start three days later changes nothing', async () => {
  const before = await counts();
  await start();
  expect(await counts()).toEqual(before);
});

it('a start of the demo in the next month runs its cup, and keeps the one that is over to be closed', async () => {
  const before: string[] = await seasons();
  await startAt(nextMonth);
  const now = seasonAt(community.now());
  expect(before).not.toContain(now);
  // Where the three days began a month, its first days had no cup yet: it is made as one that is over.
  const lastMonth = seasonAt(new Date(Date.UTC(nextMonth.getUTCFullYear(), nextMonth.getUTCMonth() - 1, 12)));
  expect(await seasons()).toEqual([...new Set([now, lastMonth, ...before])]);
  const board = await (await community.request(null, 'GET', '/api/cup')).json();
  expect(board.season).toBe(now);
});

it('a start of the demo in the next month gives all of the rest again, and breaks no invariant', async () => {
  expect(await ownSeats('club')).toHaveLength(1);
  expect((await ownSeats('class')).length).toBeGreaterThan(0);
  expect((await queues()).filter((queue) => queue[0]?.userId === student)).toHaveLength(1);
  expect(await ahead('class')).toHaveLength(11);
  const links = await community.db
    .selectFrom('inviteLinks')
    .select('id')
    .where('endsAt', '>', community.now())
    .execute();
  expect(links).toHaveLength(1);
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
});

it('two processes that start later at once make one of everything', async () => {
  community.setNow(monthsLater);
  await Promise.all([start(), start()]);
  expect(await ownSeats('club')).toHaveLength(1);
  expect((await queues()).filter((queue) => queue[0]?.userId === student)).toHaveLength(1);
  const clubs = await ahead('club');
  expect(new Set(clubs.map(({ title, startsAt }) => `${title} ${startsAt.toISOString()}`)).size).toBe(
    clubs.length,
  );
  expect(await ahead('class')).toHaveLength(11);
  const all: string[] = await seasons();
  expect(new Set(all).size).toBe(all.length);
  expect(all[0]).toBe(seasonAt(community.now()));
});

it('a start of the demo does not fail after visitors took its people their rights', async () => {
  const { db } = community;
  await db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', student).execute();
  await db
    .updateTable('users')
    .set({ email: sql`'otra-' || email` })
    .where('email', 'in', ['admin@demo.example', 'jonas.weber@demo.example'])
    .execute();
  const before: string[] = await seasons();
  await startAt(new Date(monthsLater.getTime() + 40 * dayMs));
  expect(await ownSeats('club')).toEqual([]);
  expect(await seasons()).toEqual(before);
});
