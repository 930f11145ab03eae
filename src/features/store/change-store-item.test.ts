import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { listStoreItems, type ManagedItem, storeRefusals } from './contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());
afterEach(() => change({ price: 100, isActive: true }));

const change = (body: unknown, itemId = 'custom-avatar', who: Person | null = admin) =>
  community.request(who, 'PATCH', `/api/store/items/${itemId}`, body);
const buy = (who: Person, body: unknown, key?: string) =>
  community.request(who, 'POST', '/api/store/orders', body, key ? { 'idempotency-key': key } : {});
const items = async (address: string): Promise<ManagedItem[]> =>
  (await (await community.request(admin, 'GET', address)).json()).items;
const acts = () =>
  community.db
    .selectFrom('auditLog')
    .select(['act', 'detail'])
    .where('act', '=', 'store.change-item')
    .execute();

it('a new price counts from the next purchase on, is audited and invalidates open pages', async () => {
  const before = (await acts()).length;
  expect(await (await change({ price: 120 })).json()).toMatchObject({ id: 'custom-avatar', price: 120 });
  const buyer = await community.person({ coins: 500 });
  expect(await (await buy(buyer, { itemId: 'custom-avatar' })).json()).toMatchObject({ balance: 380 });
  const made = await acts();
  expect(made).toHaveLength(before + 1);
  expect(made.at(-1)?.detail).toEqual({ itemId: 'custom-avatar', price: [100, 120], isActive: [true, true] });
  const event = await community.db
    .selectFrom('events')
    .select(['kind', 'audience'])
    .where('kind', '=', 'store.changed')
    .where('audience', 'is', null)
    .executeTakeFirst();
  expect(event).toBeDefined();
});

it('an item that an administrator puts into the store is new for thirty days, and no other', async () => {
  const newItems = async () => {
    return (await answerOf(community.request(null, 'GET', '/api/store/items'), listStoreItems)).items.flatMap(
      ({ id, isNew }) => (isNew ? [id] : []),
    );
  };
  await change({ isActive: false });
  await change({ isActive: true, price: 90 });
  expect(await newItems()).toEqual(['custom-avatar']);
  community.setNow(new Date(Date.now() + 31 * 86_400_000));
  expect(await newItems()).toEqual([]);
  community.setNow(null);
});

it('a buyer who saw the old price is refused with the new price and charged nothing', async () => {
  const buyer = await community.person({ coins: 500 });
  const key = randomUUID();
  await change({ price: 250 });
  const answer = await buy(buyer, { itemId: 'custom-avatar', priceSeen: 100 }, key);
  await expect(answer).toBeRefused(storeRefusals.priceChanged, { price: 250 });
  const wallet = await (await community.request(buyer, 'GET', '/api/coins/wallet')).json();
  expect(wallet).toEqual({ balance: 500 });
  // A lower price is refused as well: a buyer pays the price they saw.
  expect((await buy(buyer, { itemId: 'custom-avatar', priceSeen: 300 })).status).toBe(409);
  expect(
    await (await buy(buyer, { itemId: 'custom-avatar', priceSeen: 250 }, randomUUID())).json(),
  ).toMatchObject({
    balance: 250,
    order: { price: 250 },
  });
});

it('a retry with the same key is the same purchase after the price has changed', async () => {
  const buyer = await community.person({ coins: 500 });
  const key = randomUUID();
  const first = await (await buy(buyer, { itemId: 'custom-avatar', priceSeen: 100 }, key)).json();
  await change({ price: 90 });
  const again = await buy(buyer, { itemId: 'custom-avatar', priceSeen: 100 }, key);
  expect([again.status, await again.json()]).toEqual([200, first]);
});

it('an item that is not for sale is hidden from buyers and shown to administrators', async () => {
  await change({ isActive: false });
  const shelves = await items('/api/store/items');
  expect(shelves.map(({ id }) => id)).not.toContain('custom-avatar');
  expect(await items('/api/store/items/all')).toContainEqual(
    expect.objectContaining({ id: 'custom-avatar', isActive: false }),
  );
  const buyer = await community.person({ coins: 500 });
  expect((await buy(buyer, { itemId: 'custom-avatar', priceSeen: 100 })).status).toBe(404);
});

it('a change to the present value writes no act', async () => {
  const before = (await acts()).length;
  expect((await change({ price: 100, isActive: true })).status).toBe(200);
  expect((await change({})).status).toBe(200);
  expect(await acts()).toHaveLength(before);
});

it.each([
  [{ price: 0 }],
  [{ price: -5 }],
  [{ price: 1.5 }],
  [{ price: 1_000_001 }],
  [{ price: '9' }],
  [{ isActive: 1 }],
])('changeStoreItem refuses %j', async (body) => {
  expect((await change(body)).status).toBe(400);
});

it('an unknown item is not found, and only administrators change an item', async () => {
  expect((await change({ price: 5 }, 'no-such-item')).status).toBe(404);
  const teacher = await community.person({ role: 'teacher', verified: true });
  expect((await change({ price: 5 }, 'custom-avatar', teacher)).status).toBe(403);
  expect((await change({ price: 5 }, 'custom-avatar', null)).status).toBe(401);
});
