import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { listLedger, listWaysToEarn, type Movement } from './contract.ts';
import { grantCoins } from './grant-coins.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

type Page = { items: Movement[]; nextCursor: string | null };

async function page(person: Person, query = ''): Promise<Page> {
  return answerOf(community.request(person, 'GET', `/api/coins/ledger${query}`), listLedger);
}

async function reward(person: Person, cause: string) {
  const ctx = await community.ctxFor(person);
  await grantCoins(ctx, { userId: person.id, amount: 1, type: 'reward', description: 'Un video', cause });
}

it('a new member has the sign-up bonus and one movement for it', async () => {
  const person = await community.person();
  const wallet = await community.request(person, 'GET', '/api/coins/wallet');
  expect(await wallet.json()).toEqual({ balance: 50 });
  const { items, nextCursor } = await page(person);
  expect(nextCursor).toBeNull();
  expect(items).toMatchObject([
    {
      sequence: 1,
      amount: 50,
      balanceAfter: 50,
      transactionType: 'signup_bonus',
      description: 'Bono de bienvenida',
    },
  ]);
});

it('the ledger is read newest first, fifty a page, each movement once, also while movements are added', async () => {
  const person = await community.person();
  for (let n = 2; n <= 120; n++) await reward(person, `video:${n}`);
  const seen: number[] = [];
  let cursor: string | null = null;
  const sizes: number[] = [];
  do {
    const { items, nextCursor }: Page = await page(person, cursor ? `?cursor=${cursor}` : '');
    seen.push(...items.map(({ sequence }) => sequence));
    sizes.push(items.length);
    await reward(person, `meanwhile:${sizes.length}`);
    cursor = nextCursor;
  } while (cursor);
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => 120 - n));
  expect(sizes).toEqual([50, 50, 20]);
});

it('a limit shortens the page of the ledger', async () => {
  const person = await community.person({ coins: 90 });
  expect((await page(person, '?limit=1')).items.map(({ sequence }) => sequence)).toEqual([2]);
});

it('the last page of the ledger has no cursor, so no empty page follows', async () => {
  const person = await community.person({ coins: 90 });
  expect((await page(person, '?limit=2')).nextCursor).toBeNull();
});

it('a member reads their own ledger only, also with the cursor of another member', async () => {
  const rich = await community.person({ coins: 9000 });
  const { nextCursor } = await page(rich, '?limit=1');
  const poor = await community.person();
  const { items } = await page(poor, `?cursor=${nextCursor}`);
  expect(items).toMatchObject([{ amount: 50 }]);
});

it.each([
  '?cursor=nonsense',
  '?cursor=WyJhIl0',
  '?cursor=WzEuNV0',
  '?cursor=WzFlMzAwXQ',
  '?limit=0',
  '?limit=51',
  '?limit=x',
])('the ledger refuses the query %s', async (query) => {
  const person = await community.person();
  const answer = await community.request(person, 'GET', `/api/coins/ledger${query}`);
  await expect(answer).toBeRefused(commonRefusals.badInput);
});

it('a visitor has no wallet', async () => {
  for (const path of ['/api/coins/wallet', '/api/coins/ledger']) {
    expect((await community.request(null, 'GET', path)).status).toBe(401);
  }
});

it('the ways to earn are the rules that pay now, without the sign-up bonus', async () => {
  const { db } = community;
  const ways = async () =>
    (await answerOf(community.request(null, 'GET', '/api/coins/ways-to-earn'), listWaysToEarn)).items;
  expect(await ways()).toEqual([
    { rule: 'referral', amount: 100, dailyMost: 3 },
    { rule: 'streak_week', amount: 50, dailyMost: null },
    { rule: 'attended_class', amount: 20, dailyMost: 3 },
    { rule: 'streak_day', amount: 5, dailyMost: null },
    { rule: 'counted_video', amount: 1, dailyMost: 5 },
  ]);
  await db.updateTable('coinRules').set({ amount: 0 }).where('rule', '=', 'counted_video').execute();
  expect(await ways()).toHaveLength(4);
  await db.updateTable('coinRules').set({ amount: 1 }).where('rule', '=', 'counted_video').execute();
});
