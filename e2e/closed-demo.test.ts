import { access, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirstAdmin } from '#features/accounts/make-first-admin.ts';
import { closeDemo } from '#seed/close-demo.ts';
import { seedDemo, signInsFile } from '#seed/seed-demo.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';
import { cookiesOf, signIn, whoHas } from '../src/testing/sign-in.ts';

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

  expect(await closeDemo(ctx, dataDir)).toBe(2);
  for (const { email, password } of signIns) {
    expect((await signIn(community, email, password)).status).toBe(401);
  }
  await expect.poll(() => whoHas(community, inside)).toBeNull();
  expect((await signIn(community, teacher?.email ?? '', 'la-mia-de-verdad')).status).toBe(200);
  await expect(access(signInsFile(dataDir))).rejects.toThrow();
  expect(await closeDemo(ctx, dataDir)).toBe(0);

  // The demo's administrator is still there and cannot come in, so the organiser's own is made.
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
  expect(await closeDemo(ctx, elsewhere)).toBe(signIns.length);
  for (const { email, password } of signIns) expect((await signIn(moved, email, password)).status).toBe(401);
  await moved.close();
});

it('closeDemo closes nothing without a demo', async () => {
  const fresh = await newCommunity();
  const ctx = await fresh.ctxFor();
  const nowhere = path.join(dataDir, 'nowhere');
  expect(await closeDemo(ctx, nowhere)).toBe(0);
  await fresh.close();
});
