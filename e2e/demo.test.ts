import { mkdtemp, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readDemoSignIns, seedDemo } from '#seed/seed-demo.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../scripts/invariants.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';

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

it('makes a community that keeps every promise, with sign-ins that work', async () => {
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

it('its passwords are read by nobody else on the machine', async () => {
  expect((await stat(path.join(dataDir, 'demo-sign-ins.json'))).mode & 0o077).toBe(0);
});

it('a second start changes nothing, one a week later brings new clubs', async () => {
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

it('leaves a database that has people of its own alone', async () => {
  const own = await newCommunity();
  await own.person();
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  expect(await seedDemo(await own.ctxFor(), own.authentication, elsewhere)).toEqual([]);
  const people = await own.db.selectFrom('users').select('id').execute();
  expect(people).toHaveLength(1);
  await own.close();
  await rm(elsewhere, { recursive: true });
});
