import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Classes } from '#server/db/schema.ts';
import { dayMs } from '#shared/time/durations.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { readMembership } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

it('a visitor reads the four plans by rank, at the prices that administrators set', async () => {
  await community.db.updateTable('plans').set({ priceCents: 1250 }).where('tier', '=', 'basic').execute();
  const answer = await community.request(null, 'GET', '/api/memberships/plans');
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    items: [
      { tier: 'free', rank: 0, priceCents: 0, currency: 'USD' },
      { tier: 'basic', rank: 1, priceCents: 1250, currency: 'USD' },
      { tier: 'premium', rank: 2, priceCents: 2000, currency: 'USD' },
      { tier: 'vip', rank: 3, priceCents: 3000, currency: 'USD' },
    ],
  });
});

it('readMembership says how many classes of the coming seven days each plan opens to the age group of its reader', async () => {
  const { db } = community;
  const teacher = await community.person({ role: 'teacher', verified: true });
  const banned = await community.person({ role: 'teacher', verified: true });
  await db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  const give = (inDays: number, facts: Partial<Insertable<Classes>> = {}, by = teacher) => {
    const startsAt = new Date(community.now().getTime() + inDays * dayMs);
    return insertClass(db, by, { startsAt, ...facts });
  };
  await give(1, { kind: 'club' });
  await give(6.9);
  await give(2, { requiredTier: 'basic' });
  await give(2, { requiredTier: 'vip' });
  await give(2, { targetAudience: 'kid', requiredTier: 'premium', maxStudents: 4 });
  // None of these.
  await give(-0.1);
  await give(7.1);
  await give(3, { status: 'cancelled', cancelledAt: community.now() });
  await give(3, {}, banned);
  const read = async (reader: Person) =>
    (await answerOf(community.request(reader, 'GET', '/api/memberships/mine'), readMembership)).opens;
  const adult = await community.person();
  expect(await read(adult)).toEqual({ free: 2, basic: 3, premium: 3, vip: 4 });
  const kid = await community.person();
  await db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', kid.id).execute();
  expect(await read(kid)).toEqual({ free: 0, basic: 0, premium: 1, vip: 1 });
});
