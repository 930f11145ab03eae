import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';

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
