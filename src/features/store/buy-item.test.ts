import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { guardianFirst } from '#features/accounts/contract.ts';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import type { Movement } from '#features/coins/contract.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { keyTaken } from '#server/db/once.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { buyItem, listStoreItems, type Order, storeRefusals } from './contract.ts';
import { storeInvariants } from './store-invariants.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
afterEach(async () => {
  expect(await findBroken(community.db, [...coinInvariants, ...storeInvariants])).toEqual([]);
});

const buy = (person: Person | null, body: unknown, key?: string) =>
  community.request(person, 'POST', '/api/store/orders', body, key ? { 'idempotency-key': key } : {});

async function stateOf(person: Person) {
  const read = async (path: string) => (await community.request(person, 'GET', path)).json();
  const { balance } = (await read('/api/coins/wallet')) as { balance: number };
  const { items: orders } = (await read('/api/store/orders')) as { items: Order[] };
  const { items: ledger } = (await read('/api/coins/ledger')) as { items: Movement[] };
  return { balance, orders, ledger };
}

const eventsOf = async ({ id }: Person) =>
  (
    await sql<{ kind: string }>`select kind from events where ${id}::uuid = any (audience)`.execute(
      community.db,
    )
  ).rows
    .map(({ kind }) => kind)
    .sort();

it('a purchase takes the price, begins an order and tells the buyer’s browsers', async () => {
  const person = await community.person({ coins: 1000 });
  const before = await eventsOf(person);
  const bought = await answerOf(buy(person, { itemId: 'custom-avatar' }), buyItem);
  expect(bought).toMatchObject({
    balance: 900,
    order: { itemId: 'custom-avatar', price: 100, status: 'pending' },
  });

  const { balance, orders, ledger } = await stateOf(person);
  expect(balance).toBe(900);
  expect(orders).toEqual([bought.order]);
  expect(ledger[0]).toMatchObject({
    amount: -100,
    balanceAfter: 900,
    transactionType: 'purchase',
    description: 'custom-avatar',
  });
  expect(await eventsOf(person)).toEqual([...before, 'coins.changed', 'store.changed'].sort());
});

it('a purchase with too few coins is refused with how many are missing', async () => {
  const person = await community.person({ coins: 120 });
  const before = { ...(await stateOf(person)), events: await eventsOf(person) };
  const answer = await buy(person, { itemId: 'private-class-30' });
  expect(answer.status).toBe(409);
  expect(await answer.json()).toEqual({
    code: 'coins/too-few',
    message: 'Sumicoins insuficientes. Te faltan 380.',
    requestId: expect.any(String),
    detail: { missing: 380, price: 500, balance: 120 },
  });
  expect({ ...(await stateOf(person)), events: await eventsOf(person) }).toEqual(before);
});

it('a purchase may spend the last coin', async () => {
  const person = await community.person({ coins: 100 });
  expect(await (await buy(person, { itemId: 'custom-avatar' })).json()).toMatchObject({ balance: 0 });
});

it('a purchase costs the store’s price, whatever the browser sends', async () => {
  const person = await community.person({ coins: 1000 });
  const tampered = {
    itemId: 'custom-avatar',
    price: 1,
    amount: 1,
    userId: randomUUID(),
    status: 'fulfilled',
  };
  expect(await (await buy(person, tampered)).json()).toMatchObject({
    balance: 900,
    order: { price: 100, status: 'pending' },
  });
});

it('an item that is unknown or not for sale is not found', async () => {
  const person = await community.person({ coins: 1000 });
  await sql`update store_items set is_active = false where id = 'premium-material'`.execute(community.db);
  for (const itemId of ['no-such-thing', 'premium-material']) {
    const answer = await buy(person, { itemId });
    await expect(answer).toBeRefused(storeRefusals.noSuchItem);
  }
  await sql`update store_items set is_active = true where id = 'premium-material'`.execute(community.db);
  expect(await stateOf(person)).toMatchObject({ balance: 1000, orders: [] });
});

it.each([
  [{}],
  [{ itemId: '' }],
  [{ itemId: 'A'.repeat(41) }],
  [{ itemId: 'custom\u0000avatar' }],
  [{ itemId: "x'; drop table orders; --" }],
  [{ itemId: ['custom-avatar'] }],
  [{ itemId: 7 }],
  [[]],
  [null],
])('buyItem refuses %j', async (body) => {
  const person = await community.person({ coins: 1000 });
  expect((await buy(person, body)).status).toBe(400);
  expect(await stateOf(person)).toMatchObject({ balance: 1000, orders: [] });
});

it('a visitor has to sign in to buy', async () => {
  expect((await buy(null, { itemId: 'custom-avatar' })).status).toBe(401);
});

it('a kid buys no custom avatar, also beside other buyers, and sees none in the catalogue', async () => {
  const kid = await community.person({ coins: 400, ageGroup: 'kid' });
  const adult = await community.person({ coins: 400 });
  const avatar = { itemId: 'custom-avatar' };
  const together = await Promise.all([adult, kid, adult].map((person) => buy(person, avatar)));
  expect(together.map(({ status }) => status)).toEqual([200, 404, 200]);
  await expect(buy(kid, avatar)).toBeRefused(storeRefusals.noSuchItem);
  expect(await stateOf(kid)).toMatchObject({ balance: 400, orders: [] });
  expect((await buy(kid, { itemId: 'premium-material' })).status).toBe(200);
  const shownTo = async (reader: Person | null) =>
    (await answerOf(community.request(reader, 'GET', '/api/store/items'), listStoreItems)).items.map(
      ({ id }) => id,
    );
  const [all, theirs] = [await shownTo(adult), await shownTo(kid)];
  expect(theirs).toEqual(all.filter((id) => id !== 'custom-avatar'));
  expect([all.length - theirs.length, await shownTo(null)]).toEqual([1, all]);
});

it('a retry with the same key is the same purchase', async () => {
  const person = await community.person({ coins: 150 });
  const key = randomUUID();
  const first = await (await buy(person, { itemId: 'custom-avatar' }, key)).json();
  // The balance is too low by now; the retry is still the same purchase.
  const again = await buy(person, { itemId: 'custom-avatar' }, key);
  expect([again.status, await again.json()]).toEqual([200, first]);
  expect((await stateOf(person)).orders).toHaveLength(1);
});

it('a key cannot be used for another item, whether or not it could be bought', async () => {
  const person = await community.person({ coins: 400 });
  const key = randomUUID();
  await buy(person, { itemId: 'custom-avatar' }, key);
  for (const itemId of ['premium-material', 'private-class-30', 'no-such-thing']) {
    const answer = await buy(person, { itemId }, key);
    await expect(answer).toBeRefused(keyTaken);
  }
  expect(await stateOf(person)).toMatchObject({ balance: 300 });
});

it('a refused purchase succeeds under its key once the balance is high enough', async () => {
  const person = await community.person({ coins: 60 });
  const key = randomUUID();
  expect((await buy(person, { itemId: 'custom-avatar' }, key)).status).toBe(409);
  await sql`select append_to_ledger(${person.id}, 40, 'reward', 'Un video', 'video:1')`.execute(community.db);
  expect((await buy(person, { itemId: 'custom-avatar' }, key)).status).toBe(200);
});

it('two people may use the same key', async () => {
  const key = randomUUID();
  const people = await Promise.all([community.person({ coins: 100 }), community.person({ coins: 100 })]);
  for (const person of people) expect((await buy(person, { itemId: 'custom-avatar' }, key)).status).toBe(200);
});

it('an item is switched off, and the database refuses to delete it', async () => {
  await expect(sql`delete from store_items`.execute(community.db)).rejects.toThrow('is append-only');
});

it('a buyer with all the shields that they may have buys one more on the day after a missed one, which used one', async () => {
  const person = await community.person({ coins: 1000 });
  const today = sql`own_day(${person.id}, ${community.now()})`;
  await sql`insert into practice_days (user_id, day, practices) values (${person.id}, ${today} - 2, 1)`.execute(
    community.db,
  );
  await sql`insert into streak_shields (user_id, got_on) select ${person.id}, ${today} - 9
    from coin_settings, generate_series(1, most_shields)`.execute(community.db);
  expect((await buy(person, { itemId: 'streak-shield' })).status).toBe(200);
  const { rows } =
    await sql`select ${today} - day as ago, kept_by from kept_days where user_id = ${person.id}`.execute(
      community.db,
    );
  expect(rows).toEqual([{ ago: 1, keptBy: 'shield' }]);
  await expect(await buy(person, { itemId: 'streak-shield' })).toBeRefused(storeRefusals.shieldsFull);
});

it('a kid without the consent of their guardian buys no private class, also beside other buyers, and all else', async () => {
  const [kid, adult] = [
    await community.person({ ageGroup: 'kid', coins: 1000 }),
    await community.person({ coins: 1000 }),
  ];
  const needed = community.db.insertInto('guardianConsents').values({ userId: kid.id });
  await needed.execute();
  const wanted = { itemId: 'private-class-30' };
  const together = await Promise.all([adult, kid, adult].map((person) => buy(person, wanted)));
  expect(together.map(({ status }) => status)).toEqual([200, 403, 200]);
  await expect(buy(kid, wanted)).toBeRefused(guardianFirst);
  expect(await stateOf(kid)).toMatchObject({ balance: 1000, orders: [] });
  expect((await buy(kid, { itemId: 'premium-material' })).status).toBe(200);
  const consent = community.db.updateTable('guardianConsents').set({ givenAt: community.now() });
  await consent.where('userId', '=', kid.id).execute();
  expect((await buy(kid, wanted)).status).toBe(200);
});
