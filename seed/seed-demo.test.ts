import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { readActor } from '#features/accounts/resolve-actor.ts';
import { makeFirstAdmin } from '#features/accounts/roles/make-first-admin.ts';
import { listOffers } from '#features/classes/desk/list-offers.ts';
import { remindOfClass } from '#features/classes/timetable/remind-of-class.ts';
import { listFeed } from '#features/videos/contract.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { runDue } from '#server/jobs/run-due.ts';
import type { LanguageCode } from '#shared/languages.ts';
import { everyInvariant } from '../src/every-invariant.ts';
import { answerOf } from '../src/testing/answers/answer-of.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';
import { signIn } from '../src/testing/sign-in.ts';
import { clips } from './clips.ts';
import { readDemoSignIns, seedDemo } from './seed-demo.ts';

let community: Community;
let dataDir: string;
beforeAll(async () => {
  community = await newCommunity();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
});
afterAll(async () => {
  await community.close();
  await rm(dataDir, { recursive: true });
});

const start = async () => seedDemo(await community.ctxFor(), community.authentication, dataDir);
const count = async (table: 'users' | 'classes' | 'orders') => {
  const { n } = await community.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

it('seedDemo makes a community that breaks no invariant, with sign-ins that work', async () => {
  const signIns = await start();
  expect(signIns.map(({ role }) => role)).toEqual(['student', 'teacher', 'admin']);
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
  expect(await count('orders')).toBe(3);
  for (const { role, email, password } of signIns) {
    const answer = await community.request(null, 'POST', '/api/auth/sign-in/email', { email, password });
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    const me = await community.request({ id: '', name: '', email, cookie }, 'GET', '/api/accounts/me');
    expect(await me.json()).toMatchObject({ account: { role, verifiedTeacher: role === 'teacher' } });
    if (role !== 'admin') continue;
    const overview = await community.request(
      { id: '', name: '', email, cookie },
      'GET',
      '/api/admin/overview',
    );
    expect(await overview.json()).toMatchObject({
      activeClasses: 12,
      totalStudents: 48,
      monthRevenue: [{ currency: 'USD', cents: 32_400 }],
      attendanceRate: 0.87,
    });
  }
});

it('makeFirstAdmin makes the administrator of the settings beside the demo, once', async () => {
  const ctx = await community.ctxFor();
  const demoAddresses = (await readDemoSignIns(dataDir)).map(({ email }) => email);
  const settings = { email: 'organiza@example.org', password: 'la-del-organizador', demoAddresses };
  expect(await makeFirstAdmin(ctx, community.authentication, settings)).toBe(true);
  const { email, password } = settings;
  const answer = await community.request(null, 'POST', '/api/auth/sign-in/email', { email, password });
  expect(answer.status).toBe(200);
  const another = { ...settings, email: 'otra@example.org' };
  expect(await makeFirstAdmin(ctx, community.authentication, another)).toBe(false);
});

it('seedDemo gives its teacher a series of her own, and a class and a series that others offer her', async () => {
  const { id: userId } = await community.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'mariana@demo.example')
    .executeTakeFirstOrThrow();
  const ctx = await community.ctxFor();
  const actor = await readActor(ctx, userId, crypto.randomUUID());
  const { items } = await listOffers({ ...ctx, actor }, { limit: 10 });
  // They are offered at one instant.
  const titles = items.filter(({ to }) => to === 'me').map(({ title }) => title);
  expect(titles.sort()).toEqual(['Apéro français', 'Conversación en inglés: películas sin subtítulos']);
  const own = await community.db
    .selectFrom('classSeries')
    .select('title')
    .where('createdBy', '=', userId)
    .execute();
  expect(own).toEqual([{ title: 'English Coffee' }]);
});

it('seedDemo begins the feed of an adult beginner with a clip that is not for children, in every language', async () => {
  for (const language of new Set(clips.map((clip) => clip.language))) {
    const topics = await firstClipOf([language]);
    expect(topics.length, language).toBeGreaterThan(0);
    expect(topics, language).not.toContain('kids');
  }
  expect(await firstClipOf([])).not.toContain('kids');
});

/** What an adult beginner of these languages sees first. */
async function firstClipOf(languages: LanguageCode[]) {
  const person = await community.person();
  await community.db
    .updateTable('profiles')
    .set({ languages, level: 'basic', ageGroup: 'adult', ageAnswered: true })
    .where('userId', '=', person.id)
    .execute();
  const { items } = await answerOf(community.request(person, 'GET', '/api/videos'), listFeed);
  return items[0]?.topics ?? [];
}

it('seedDemo writes the passwords to a file that only its owner can read', async () => {
  expect((await stat(path.join(dataDir, 'demo-sign-ins.json'))).mode & 0o077).toBe(0);
});

it('seedDemo gives its student a class and a club to come', async () => {
  const seats = await community.db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classId')
    .innerJoin('users', 'users.id', 'userId')
    .select('kind')
    .where('users.email', '=', 'ximena@demo.example')
    .where('startsAt', '>', community.now())
    .orderBy('kind')
    .execute();
  expect(seats.map(({ kind }) => kind)).toEqual(['class', 'club']);
});

it('seedDemo shows a waiting list with a seat to offer to its student, notes they are told of, and clubs that repeat', async () => {
  const { db } = community;
  const student = db.selectFrom('users').select('id').where('email', '=', 'ximena@demo.example');
  const waiting = await db
    .selectFrom('classWaiting')
    .innerJoin('classes', 'classes.id', 'classId')
    .select(['userId', 'maxStudents', 'seatsTaken'])
    .where('classId', 'in', (of) =>
      of.selectFrom('classWaiting').select('classId').where('userId', '=', student),
    )
    .orderBy('turn')
    .execute();
  expect(waiting).toHaveLength(3);
  expect(waiting[0]).toMatchObject({ seatsTaken: (waiting[0]?.maxStudents ?? 0) - 1 });
  const notices = await db
    .selectFrom('notifications')
    .select('kind')
    .where('userId', '=', student)
    .where('readAt', 'is', null)
    .execute();
  expect(notices.map(({ kind }) => kind)).toContain('classes.notes-written');
  const series = await db.selectFrom('classSeries').select('title').orderBy('title').execute();
  expect(series).toEqual([{ title: 'Apéro français' }, { title: 'English Coffee' }, { title: 'Stammtisch' }]);
});

it('seedDemo leaves a reminder due, of which the server tells the student of the demo as it starts', async () => {
  const { db } = community;
  const student = db.selectFrom('users').select('id').where('email', '=', 'ximena@demo.example');
  const reminders = () =>
    db
      .selectFrom('notifications')
      .select('kind')
      .where('userId', '=', student)
      .where('kind', 'like', 'classes.starts-in-%')
      .execute();
  expect(await reminders()).toEqual([]);
  const ctx = await community.ctxFor();
  await runDue(() => ctx, remindOfClass);
  // In the evening their class of tomorrow is a day away too.
  const { soon } = await db
    .selectFrom('classEnrollments')
    .innerJoin('classes', 'classes.id', 'classId')
    .select(({ fn }) => fn.countAll<number>().as('soon'))
    .where('userId', '=', student)
    .where('startsAt', '>', ctx.now)
    .where('startsAt', '<=', new Date(ctx.now.getTime() + 24 * 3_600_000))
    .executeTakeFirstOrThrow();
  expect(soon).toBeGreaterThan(0);
  expect(await reminders()).toHaveLength(soon);
  await db.deleteFrom('notifications').where('kind', 'like', 'classes.starts-in-%').execute();
});

const seasonsOf = async (of: Community) =>
  (await (await of.request(null, 'GET', '/api/cup/seasons')).json()).items.map(
    ({ season, closedAt }: { season: string; closedAt: string | null }) => [season, closedAt !== null],
  );

it('seedDemo shows a cup that runs, one that is over and waits to be closed, and one whose prizes are given', async () => {
  const [running, over, closed] = await seasonsOf(community);
  expect([running, over, closed].map(([, isClosed]) => isClosed)).toEqual([false, false, true]);
  const admin = await community.person({ role: 'admin' });
  const closing = `/api/cup/seasons/${over[0]}/closing`;
  const preview = await (await community.request(admin, 'GET', closing)).json();
  expect(preview.allowed.close).toBeNull();
  expect(preview.winners.length).toBeGreaterThan(3);
});

it('seedDemo changes nothing at a second start and adds clubs at a start a week later', async () => {
  const [users, classes] = [await count('users'), await count('classes')];
  expect(await start()).toEqual(await readDemoSignIns(dataDir));
  expect([await count('users'), await count('classes')]).toEqual([users, classes]);
  community.setNow(new Date(Date.now() + 7 * 24 * 3600 * 1000));
  await start();
  expect(await count('users')).toBe(users);
  expect(await count('classes')).toBeGreaterThan(classes + 20);
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
  community.setNow(null);
});

it.each([0, 5, 11, 17, 22])(
  'seedDemo brings two clubs within four hours of a start at %i UTC',
  async (hour) => {
    const now = new Date();
    now.setUTCHours(hour + 24 * 9, 10);
    community.setNow(now);
    await start();
    const soon = await community.db
      .selectFrom('classes')
      .select('id')
      .where('kind', '=', 'club')
      .where('startsAt', '>', now)
      .where('startsAt', '<=', new Date(now.getTime() + 4 * 3600 * 1000))
      .execute();
    expect(soon.length).toBeGreaterThanOrEqual(2);
    community.setNow(null);
  },
);

it('seedDemo of two processes at once makes one demo, whose file of sign-ins opens it', async () => {
  const empty = await newCommunity();
  // On the first day of a month, and of a year.
  empty.setNow(new Date('2027-01-01T18:00:00Z'));
  onTestFinished(() => empty.close());
  const together = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  onTestFinished(() => rm(together, { recursive: true }));
  const ctx = await empty.ctxFor();
  const given = await Promise.all([1, 2].map(() => seedDemo(ctx, empty.authentication, together)));
  const kept = await readDemoSignIns(together);
  expect(given).toEqual([kept, kept]);
  expect(await seasonsOf(empty)).toEqual([
    ['2027-01', false],
    ['2026-12', false],
    ['2026-11', true],
  ]);
  for (const { email, password } of kept) expect((await signIn(empty, email, password)).status).toBe(200);
});

it('seedDemo leaves a database with people of its own unchanged', async () => {
  const own = await newCommunity();
  await own.person();
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  expect(await seedDemo(await own.ctxFor(), own.authentication, elsewhere)).toEqual([]);
  const people = await own.db.selectFrom('users').select('id').execute();
  expect(people).toHaveLength(1);
  await own.close();
  await rm(elsewhere, { recursive: true });
});
