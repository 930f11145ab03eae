import { access, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirstAdmin } from '#features/accounts/roles/make-first-admin.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';
import { cookiesOf, signIn, whoHas } from '../src/testing/sign-in.ts';
import { closeDemo, countDemoPeople } from './close-demo.ts';
import { seedDemo, signInsFile } from './seed-demo.ts';

// A demo that becomes a real community: SEED=none on a database that has the demo's sign-ins.

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

it("closeDemo refuses the demo's passwords, ends their sessions, and keeps an account whose password was changed", async () => {
  const { authentication, db } = community;
  const ctx = await community.ctxFor();
  const signIns = await seedDemo(ctx, authentication, dataDir);
  const [student, teacher, admin] = signIns;
  const inside = cookiesOf(await signIn(community, student?.email ?? '', student?.password));
  expect(await whoHas(community, inside)).not.toBeNull();
  // The teacher has changed their password.
  const { password } = await authentication.$context;
  await db
    .updateTable('signInMethods')
    .set({ password: await password.hash('la-mia-de-verdad') })
    .where('userId', '=', (of) =>
      of
        .selectFrom('users')
        .select('id')
        .where('email', '=', teacher?.email ?? ''),
    )
    .execute();

  // A visitor of the demo, whose passwords are public, has given its administrator more ways in.
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', admin?.email ?? '')
    .executeTakeFirstOrThrow();
  await db.insertInto('phones').values({ userId, number: '+525512345678' }).execute();
  await db
    .insertInto('signInMethods')
    .values({ userId, providerId: 'google', accountId: 'theirs' })
    .execute();
  const key = { credentialId: 'c'.repeat(22), publicKey: Buffer.from('public'), counter: 0, synced: false };
  await db
    .insertInto('passkeys')
    .values({ ...key, userId, name: 'Mi llave' })
    .execute();

  expect(await closeDemo(ctx, dataDir)).toEqual({ signIns: 2, roles: 2 });
  for (const table of ['phones', 'passkeys', 'signInMethods'] as const)
    expect(await db.selectFrom(table).select('userId').where('userId', '=', userId).execute()).toEqual([]);
  for (const { email, password } of signIns) {
    expect((await signIn(community, email, password)).status).toBe(401);
  }
  await expect.poll(() => whoHas(community, inside)).toBeNull();
  expect((await signIn(community, teacher?.email ?? '', 'la-mia-de-verdad')).status).toBe(200);
  await expect(access(signInsFile(dataDir))).rejects.toThrow();
  expect(await closeDemo(ctx, dataDir)).toEqual({ signIns: 0, roles: 0 });

  // The demo's administrator is a student and cannot come in, so the operator's own is made.
  const own = { email: 'organiza@example.org', password: 'la-del-organizador' };
  expect(await makeFirstAdmin(ctx, authentication, own)).toBe(true);
  expect((await signIn(community, own.email, own.password)).status).toBe(200);
  expect(await makeFirstAdmin(ctx, authentication, { ...own, email: admin?.email ?? '' })).toBe(false);
});

it('closeDemo closes the demo of a database that was moved, where its file of sign-ins never was', async () => {
  const moved = await newCommunity();
  const ctx = await moved.ctxFor();
  const signIns = await seedDemo(ctx, moved.authentication, dataDir);
  const elsewhere = path.join(dataDir, 'elsewhere');
  expect(await closeDemo(ctx, elsewhere)).toMatchObject({ signIns: signIns.length });
  // Its people stay, and a start says so.
  expect(await countDemoPeople(ctx)).toBeGreaterThan(signIns.length);
  for (const { email, password } of signIns) expect((await signIn(moved, email, password)).status).toBe(401);
  await moved.close();
});

it('closeDemo leaves no administrator but the operator’s: neither who moved the demo’s to an address of theirs nor whom it appointed', async () => {
  const opened = await newCommunity();
  const ctx = await opened.ctxFor();
  const [, teacher, admin] = await seedDemo(ctx, opened.authentication, dataDir);
  const own = { email: 'organiza@example.org', password: 'la-del-organizador' };
  const demoAddresses = [admin?.email ?? ''];
  expect(await makeFirstAdmin(ctx, opened.authentication, { ...own, demoAddresses })).toBe(true);
  // Visitors of the demo: one makes its administrator their own, one appoints a friend, one keeps its teacher.
  const { password } = await opened.authentication.$context;
  const take = async (was: string, email: string) => {
    const { id } = await opened.db
      .updateTable('users')
      .set({ email })
      .where('email', '=', was)
      .returning('id')
      .executeTakeFirstOrThrow();
    await opened.db
      .updateTable('signInMethods')
      .set({ password: await password.hash('de-una-visita') })
      .where('userId', '=', id)
      .execute();
    return id;
  };
  const taken = await take(admin?.email ?? '', 'visita@example.org');
  await take(teacher?.email ?? '', 'docente@example.org');
  const friend = await opened.person({ role: 'admin' });
  const before = cookiesOf(await signIn(opened, 'visita@example.org', 'de-una-visita'));
  expect(await whoHas(opened, before)).toMatchObject({ id: taken, role: 'admin' });

  expect(await closeDemo(ctx, dataDir, own.email)).toEqual({ signIns: 1, roles: 3 });
  expect(await whoHas(opened, before)).toBeNull();
  for (const { email } of [friend, { email: 'visita@example.org' }, { email: 'docente@example.org' }]) {
    const { role } = await opened.db
      .selectFrom('users')
      .select('role')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    expect(role, email).toBe('student');
  }
  const organiser = cookiesOf(await signIn(opened, own.email, own.password));
  expect(await whoHas(opened, organiser)).toMatchObject({ role: 'admin' });
  await opened.close();
});

it('closeDemo closes nothing without a demo', async () => {
  const fresh = await newCommunity();
  const ctx = await fresh.ctxFor();
  const nowhere = path.join(dataDir, 'nowhere');
  expect(await closeDemo(ctx, nowhere)).toEqual({ signIns: 0, roles: 0 });
  expect(await countDemoPeople(ctx)).toBe(0);
  await fresh.close();
});
