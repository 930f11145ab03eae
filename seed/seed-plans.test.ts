import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readMembership } from '#features/memberships/contract.ts';
import { endMemberships } from '#features/memberships/end-memberships.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { monthsAfter } from '#shared/time/community-months.ts';
import { dayMs } from '#shared/time/durations.ts';
import { everyInvariant } from '../src/every-invariant.ts';
import { answerOf } from '../src/testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../src/testing/community.ts';
import { signIn } from '../src/testing/sign-in.ts';
import { readDemoSignIns, seedDemo } from './seed-demo.ts';

let community: Community;
let dataDir: string;
let admin: Person;
const firstStart = new Date();
beforeAll(async () => {
  community = await newCommunity();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  community.setNow(firstStart);
  await start();
  admin = await community.person({ role: 'admin' });
});
afterAll(async () => {
  await community.close();
  await rm(dataDir, { recursive: true });
});

const start = async () => seedDemo(await community.ctxFor(), community.authentication, dataDir);

/** The plans in force, each with what was paid for it. */
const plans = async () => {
  const { rows } = await sql<{ userId: string; email: string; tier: string; endsAt: Date; paid: Months }>`
    select users.id as user_id, email, membership.tier, ends_at, (
      select jsonb_agg(jsonb_build_array(paid_from, paid_until, created_at) order by created_at) from payments
      where payments.user_id = users.id and kind = 'membership' and status = 'completed') as paid
    from tiers_in_force(${community.now()}) membership join users on users.id = user_id
    order by email`.execute(community.db);
  return rows.map((row) => ({
    ...row,
    paid: row.paid.map(([from, until, at]) => ({
      from: new Date(from),
      until: new Date(until),
      at: new Date(at),
    })),
  }));
};
type Months = [from: string, until: string, at: string][];

const record = (personId: string, tier: string) =>
  community.request(admin, 'POST', '/api/payments/manual', {
    personId,
    kind: 'membership',
    tier,
    amountCents: 2000,
    method: 'cash',
  });

it('seedDemo ends each plan with the last month that was paid for it, after months that follow one another', async () => {
  const all = await plans();
  expect(all).toHaveLength(20);
  for (const { email, endsAt, paid } of all) {
    expect(endsAt, email).toEqual(paid.at(-1)?.until);
    expect(endsAt > firstStart, email).toBe(true);
    for (const [nth, { from, until, at }] of paid.entries()) {
      expect(monthsAfter(from), email).toEqual(until);
      expect(at <= from && at <= firstStart, email).toBe(true);
      const before = paid[nth - 1];
      if (before) expect(from >= before.until, email).toBe(true);
    }
  }
});

it('the student of the demo reads when their plan ends, and an administrator records its next month', async () => {
  const [{ email = '', password = '' } = {}] = await readDemoSignIns(dataDir);
  const cookie = (await signIn(community, email, password)).headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const read = async () => {
    const ofStudent = community.request({ id: '', name: '', email, cookie }, 'GET', '/api/memberships/mine');
    return (await answerOf(ofStudent, readMembership)).membership;
  };
  const before = await read();
  expect(before).toMatchObject({ tier: 'premium', renews: false });
  const endsAt = new Date(before?.endsAt ?? 0);
  // Their plan is the last to end: it lasts for weeks on whichever day the demo starts.
  expect(endsAt.getTime()).toBeGreaterThan(firstStart.getTime() + 25 * dayMs);
  const [{ userId = '' } = {}] = (await plans()).filter((plan) => plan.email === email);
  expect((await record(userId, 'premium')).status).toBe(200);
  expect(new Date((await read())?.endsAt ?? 0)).toEqual(monthsAfter(endsAt));
});

it('a demo that starts months later has its plans paid on month by month, but those that a visitor refunded, gave or took away', async () => {
  const [refunded, given, taken, ...others] = (await plans()).filter(({ tier }) => tier === 'basic');
  const { id: paymentId } = await community.db
    .selectFrom('payments')
    .select('id')
    .where('userId', '=', refunded?.userId ?? '')
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  const refund = community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Error' });
  expect((await refund).status).toBe(200);
  const vip = { tier: 'vip', until: null, reason: 'Regalo' };
  const gift = community.request(admin, 'PUT', `/api/people/${given?.userId}/membership`, vip);
  expect((await gift).status).toBe(200);
  const free = { tier: 'free', until: null, reason: 'Se fue' };
  const ending = community.request(admin, 'PUT', `/api/people/${taken?.userId}/membership`, free);
  expect((await ending).status).toBe(200);
  const countOf = async () => (await plans()).map(({ paid }) => paid.length);

  community.setNow(new Date(firstStart.getTime() + 100 * dayMs));
  const ctx = await community.ctxFor();
  await endMemberships(ctx);
  expect((await plans()).map(({ tier }) => tier)).toEqual(['vip']);
  await start();
  const later = await plans();
  expect(later).toHaveLength(18);
  const left = [refunded?.userId, taken?.userId];
  expect(later.filter(({ userId }) => left.includes(userId))).toEqual([]);
  expect(later.find(({ userId }) => userId === given?.userId)?.tier).toBe('vip');
  for (const { userId } of others) {
    const { endsAt, paid = [] } = later.find((plan) => plan.userId === userId) ?? {};
    expect(endsAt).toEqual(paid.at(-1)?.until);
    expect(endsAt?.getTime()).toBeGreaterThan(community.now().getTime());
    for (const [nth, { from, at }] of paid.entries()) {
      expect(at <= community.now()).toBe(true);
      if (nth > 0) expect(from.getTime() - (paid[nth - 1]?.until.getTime() ?? 0)).toBeLessThan(4 * dayMs);
    }
  }
  const paidBefore = await countOf();
  await start();
  expect(await countOf()).toEqual(paidBefore);
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
});
