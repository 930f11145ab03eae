import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { listOrders, listStoreItems, type Order, ordersPageSize } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

async function orders(person: Person, query = '') {
  return answerOf(community.request(person, 'GET', `/api/store/orders${query}`), listOrders);
}

const buy = (person: Person) =>
  community.request(person, 'POST', '/api/store/orders', { itemId: 'custom-avatar' });

it('the catalogue is open to visitors and has its items at their prices', async () => {
  const { items } = await answerOf(community.request(null, 'GET', '/api/store/items'), listStoreItems);
  expect(items.map(({ id, category, price }) => [id, category, price])).toEqual([
    ['private-class-30', 'classes', 500],
    ['private-class-60', 'classes', 900],
    ['pack-of-5-classes', 'classes', 2000],
    ['level-certificate', 'certificates', 1500],
    ['premium-material', 'material', 300],
    ['custom-avatar', 'profile', 100],
    ['streak-shield', 'profile', 50],
  ]);
});

it('orders are listed newest first, page by page, each once', async () => {
  const person = await community.person({ coins: 100 * (ordersPageSize * 2 + 5) });
  for (let n = 0; n < ordersPageSize * 2 + 3; n++) await buy(person);
  const seen: Order[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor } = await orders(person, cursor ? `?cursor=${cursor}` : '');
    seen.push(...items);
    if (!cursor) await buy(person);
    cursor = nextCursor;
  } while (cursor);
  const ids = seen.map(({ id }) => id);
  expect(ids).toHaveLength(ordersPageSize * 2 + 3);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});

it('a full last page has no next cursor', async () => {
  const person = await community.person({ coins: 100 * ordersPageSize });
  for (let n = 0; n < ordersPageSize; n++) await buy(person);
  const { items, nextCursor } = await orders(person);
  expect([items.length, nextCursor]).toEqual([ordersPageSize, null]);
});

it('a member sees their own orders only', async () => {
  const one = await community.person({ coins: 500 });
  const other = await community.person({ coins: 500 });
  await buy(one);
  expect((await orders(other)).items).toEqual([]);
  expect((await community.request(null, 'GET', '/api/store/orders')).status).toBe(401);
});

it.each(['nonsense', 'WyJhIl0', 'WzVd'])('the list of orders refuses the cursor %s', async (cursor) => {
  const person = await community.person();
  const answer = await community.request(person, 'GET', `/api/store/orders?cursor=${cursor}`);
  expect(answer.status).toBe(400);
});
