import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import { certificateItem } from '../contract.ts';
import { storeInvariants } from '../store-invariants.ts';
import { fulfilOrders } from './fulfil-orders.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Olga', coins: 100 });
});
afterAll(() => community.close());

async function buy({ id }: Person, itemId = 'custom-avatar'): Promise<string> {
  const { rows } = await sql<{ bought: { order: { id: string } } }>`
    select buy_item(${id}, ${itemId}) as bought`.execute(community.db);
  return rows[0]?.bought.order.id ?? '';
}

const fulfil = async (who: Person, body: object, key?: string) => {
  const headers = key ? { 'idempotency-key': key } : undefined;
  const answer = await community.request(who, 'POST', '/api/store/orders/fulfil', body, headers);
  return { status: answer.status, says: await answer.json() };
};

const stateOf = async (id: string) =>
  (
    await community.db
      .selectFrom('orders')
      .select(['status', 'note', 'settledBy'])
      .where('id', '=', id)
      .execute()
  )[0];

it('fulfilOrders fulfils what waits with one note, and tells and audits each', async () => {
  const buyers = await Promise.all([1, 2, 3].map(() => community.person({ coins: 100 })));
  const ids = await Promise.all(buyers.map((buyer) => buy(buyer)));
  expect(await fulfil(admin, { ids: [...ids, ids[0]], note: 'Pasa por la oficina.' })).toEqual({
    status: 200,
    says: { fulfilled: 3, left: 0 },
  });
  for (const [n, id] of ids.entries()) {
    expect(await stateOf(id)).toEqual({
      status: 'fulfilled',
      note: 'Pasa por la oficina.',
      settledBy: admin.id,
    });
    expect(await noticesOf(community, buyers[n] as Person, 'store.%')).toEqual([
      {
        kind: 'store.fulfilled',
        detail: { item: 'custom-avatar', message: 'Pasa por la oficina.' },
        link: '/store',
      },
    ]);
  }
  const acts = await community.db
    .selectFrom('auditLines')
    .select(['act', 'actorId', 'detail'])
    .where('subject', 'in', ids)
    .execute();
  const act = { act: 'store.fulfil-order', actorId: admin.id };
  expect(acts).toEqual(Array(3).fill({ ...act, detail: { itemId: 'custom-avatar', price: 100 } }));
});

it('fulfilOrders leaves certificates, own orders and settled ones as they are', async () => {
  const buyer = await community.person({ coins: 5000 });
  const [waiting, paper, own] = [await buy(buyer), await buy(buyer, certificateItem), await buy(admin)];
  const given = await buy(buyer);
  const refund = { reason: 'No se puede.' };
  await community.request(admin, 'POST', `/api/store/orders/${given}/refund`, refund);
  const ids = [paper, own, given, waiting];
  expect((await fulfil(admin, { ids: [...ids, randomUUID()] })).status).toBe(404);
  expect((await stateOf(waiting))?.status).toBe('pending');
  expect((await fulfil(admin, { ids })).says).toEqual({ fulfilled: 1, left: 3 });
  const states = await Promise.all([waiting, paper, own, given].map(stateOf));
  expect(states.map((state) => state?.status)).toEqual(['fulfilled', 'pending', 'pending', 'refunded']);
});

it('fulfilOrders sent again with its key does nothing more, and its key with other orders is refused', async () => {
  const buyer = await community.person({ coins: 200 });
  const [one, other] = [await buy(buyer), await buy(buyer)];
  const key = randomUUID();
  const first = await fulfil(admin, { ids: [one] }, key);
  expect(first.says).toEqual({ fulfilled: 1, left: 0 });
  expect(await fulfil(admin, { ids: [one] }, key)).toEqual(first);
  expect((await fulfil(admin, { ids: [other] }, key)).status).toBe(422);
  expect(await noticesOf(community, buyer, 'store.%')).toHaveLength(1);
});

it('fulfilOrders refuses a verified teacher and a student, and changes nothing', async () => {
  const buyer = await community.person({ coins: 100 });
  const ids = [await buy(buyer)];
  for (const who of [await community.person({ role: 'teacher', verified: true }), buyer]) {
    expect((await fulfil(who, { ids })).status).toBe(403);
  }
  expect((await stateOf(ids[0] as string))?.status).toBe('pending');
});

it.each([
  ['no ids', []],
  ['an id that is none', ['1']],
  ['more than a hundred', Array.from({ length: 101 }, () => randomUUID())],
])('fulfilOrders refuses %s', async (_, ids) => {
  expect((await fulfil(admin, { ids })).status).toBe(400);
});

/** Two administrators fulfil the same two orders at once, in other orders; each waits for its turn or is let in. */
async function race(prepare: typeof withoutRowLocks) {
  const buyer = await community.person({ coins: 200 });
  const ids = [await buy(buyer), await buy(buyer)];
  const contexts = await Promise.all(
    [1, 2].map(async () => prepare(await community.ctxFor(await community.person({ role: 'admin' })))),
  );
  const settled = await raceForTable(community.db, 'auditLog', () =>
    contexts.map((ctx, n) => fulfilOrders(ctx, { ids: n === 0 ? ids : ids.toReversed() }, undefined)),
  );
  const counts = settled.map((one) => (one.status === 'fulfilled' ? one.value.fulfilled : one.reason));
  return { counts: counts.sort(), notices: (await noticesOf(community, buyer, 'store.%')).length };
}

it('of two administrators who fulfil the same orders at once, one does', async () => {
  expect(await race((ctx) => ctx)).toEqual({ counts: [0, 2], notices: 2 });
  expect(await findBroken(community.db, storeInvariants)).toEqual([]);
});

it('the control: without the lock on the orders, both hand them over and each buyer is told twice', async () => {
  expect(await race(withoutRowLocks)).toEqual({ counts: [2, 2], notices: 4 });
});
