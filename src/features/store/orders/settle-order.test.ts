import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { coinInvariants } from '#features/coins/coin-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertAttended } from '../../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { noticesOf } from '../../../testing/rows/notices-of.ts';
import {
  buyItem,
  certificateItem,
  listAllOrders,
  type ManagedOrder,
  type Order,
  storeRefusals,
} from '../contract.ts';
import { storeInvariants } from '../store-invariants.ts';

let community: Community;
let admin: Person;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin', name: 'Olga' });
  teacher = await community.person({ role: 'teacher', verified: true, name: 'Inés Ávila' });
});
afterAll(() => community.close());
afterEach(async () => {
  expect(await findBroken(community.db, [...coinInvariants, ...storeInvariants])).toEqual([]);
});

async function buy(buyer: Person, itemId = 'custom-avatar'): Promise<Order> {
  return (await answerOf(community.request(buyer, 'POST', '/api/store/orders', { itemId }), buyItem)).order;
}

const settle = (who: Person | null, id: string, how: 'fulfil' | 'refund', body: unknown, key?: string) =>
  community.request(
    who,
    'POST',
    `/api/store/orders/${id}/${how}`,
    body,
    key ? { 'idempotency-key': key } : {},
  );
const refund = (who: Person | null, id: string, key?: string) =>
  settle(who, id, 'refund', { reason: 'No hay clases ese mes.' }, key);

const balance = async ({ id }: Person) =>
  (
    await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).balance;

const actsAbout = (subject: string) =>
  community.db
    .selectFrom('auditLines')
    .select(['act', 'actorId', 'personId', 'reason', 'detail'])
    .where('subject', '=', subject)
    .execute();

const vouched = { language: 'en', level: 'intermediate', shownName: 'Ana López' };

it('an order that is settled is read again by its buyer, who settled it and every administrator', async () => {
  const [buyer, other] = [await community.person({ coins: 500 }), await community.person({ role: 'admin' })];
  const { id } = await buy(buyer);
  await refund(admin, id);
  const { audience } = await community.db
    .selectFrom('events')
    .select('audience')
    .where('kind', '=', 'store.changed')
    .where('subject', '=', id)
    .executeTakeFirstOrThrow();
  expect(audience?.toSorted()).toEqual([buyer.id, admin.id, other.id].sort());
});

describe('refundOrder', () => {
  it('gives the price back, tells the buyer why and is audited', async () => {
    const buyer = await community.person({ coins: 500 });
    const { id } = await buy(buyer, 'premium-material');
    const answer = await refund(admin, id);
    expect(await answer.json()).toMatchObject({
      id,
      status: 'refunded',
      note: 'No hay clases ese mes.',
      settledBy: 'Olga',
      allowed: { fulfil: false, refund: false },
    });
    expect(await balance(buyer)).toBe(500);
    const [last] = await community.db
      .selectFrom('sumicoinsLedger')
      .selectAll()
      .where('userId', '=', buyer.id)
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute();
    expect(last).toMatchObject({
      amount: 300,
      transactionType: 'refund',
      description: 'premium-material',
      cause: `refund:${id}`,
    });
    expect(await actsAbout(id)).toEqual([
      {
        act: 'store.refund-order',
        actorId: admin.id,
        personId: buyer.id,
        reason: 'No hay clases ese mes.',
        detail: { itemId: 'premium-material', price: 300 },
      },
    ]);
    expect(await noticesOf(community, buyer, 'store.%')).toEqual([
      {
        kind: 'store.refunded',
        detail: { item: 'premium-material', coins: 300, reason: 'No hay clases ese mes.' },
        link: '/store',
      },
    ]);
  });

  it('gives back the price that was paid, not the present price', async () => {
    const buyer = await community.person({ coins: 100 });
    const { id } = await buy(buyer);
    await community.request(admin, 'PATCH', '/api/store/items/custom-avatar', { price: 7000 });
    expect((await refund(admin, id)).status).toBe(200);
    expect(await balance(buyer)).toBe(100);
    await community.request(admin, 'PATCH', '/api/store/items/custom-avatar', { price: 100 });
  });

  it('is idempotent under its key, and refuses a settled order without it', async () => {
    const buyer = await community.person({ coins: 100 });
    const { id } = await buy(buyer);
    const key = randomUUID();
    const first = await (await refund(admin, id, key)).json();
    expect(await (await refund(admin, id, key)).json()).toEqual(first);
    const late = await refund(admin, id);
    await expect(late).toBeRefused(storeRefusals.orderSettled);
    expect(await balance(buyer)).toBe(100);
    expect(await actsAbout(id)).toHaveLength(1);
    expect(await noticesOf(community, buyer, 'store.%')).toHaveLength(1);
  });

  it('refuses a refund without a reason', async () => {
    const buyer = await community.person({ coins: 100 });
    const { id } = await buy(buyer);
    for (const body of [{}, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 'a\u0000b' }]) {
      expect((await settle(admin, id, 'refund', body)).status).toBe(400);
    }
    expect(await balance(buyer)).toBe(0);
  });
});

describe('fulfilOrder', () => {
  it('tells the buyer the note and moves no coins', async () => {
    const buyer = await community.person({ coins: 100 });
    const { id } = await buy(buyer);
    const answer = await settle(admin, id, 'fulfil', { note: 'Tu avatar ya está en tu perfil.' });
    expect(await answer.json()).toMatchObject({ status: 'fulfilled', settledBy: 'Olga', certificate: null });
    const mine = await (await community.request(buyer, 'GET', '/api/store/orders')).json();
    expect(mine.items[0]).toMatchObject({ status: 'fulfilled', note: 'Tu avatar ya está en tu perfil.' });
    expect(mine.items[0]).not.toHaveProperty('settledBy');
    expect(await balance(buyer)).toBe(0);
    expect((await actsAbout(id)).map(({ act }) => act)).toEqual(['store.fulfil-order']);
    expect(await noticesOf(community, buyer, 'store.%')).toEqual([
      {
        kind: 'store.fulfilled',
        detail: { item: 'custom-avatar', message: 'Tu avatar ya está en tu perfil.' },
        link: '/store',
      },
    ]);
    expect((await refund(admin, id)).status).toBe(409);
  });

  it('refuses an administrator who settles their own order', async () => {
    const organiser = await community.person({ role: 'admin', coins: 100 });
    const { id } = await buy(organiser);
    for (const answer of [await settle(organiser, id, 'fulfil', {}), await refund(organiser, id)]) {
      await expect(answer).toBeRefused(storeRefusals.ownOrder);
    }
    expect((await refund(admin, id)).status).toBe(200);
  });

  it('lets a teacher fulfil level certificates of students who attended their class, and nothing else', async () => {
    const buyer = await community.person({ coins: 2000 });
    const avatar = await buy(buyer);
    const paper = await buy(buyer, certificateItem);
    // A stranger's level is for administrators, and so is that of a student with another teacher.
    await insertAttended(community.db, await community.person({ role: 'teacher', verified: true }), buyer);
    expect((await settle(teacher, paper.id, 'fulfil', { certificate: vouched })).status).toBe(403);
    await insertAttended(community.db, teacher, buyer);
    expect((await settle(teacher, avatar.id, 'fulfil', {})).status).toBe(403);
    expect((await refund(teacher, paper.id)).status).toBe(403);
    const pending = await community.person({ role: 'teacher' });
    expect((await settle(pending, paper.id, 'fulfil', { certificate: vouched })).status).toBe(403);
    expect((await settle(buyer, paper.id, 'fulfil', { certificate: vouched })).status).toBe(403);
    expect((await settle(teacher, paper.id, 'fulfil', { certificate: vouched })).status).toBe(200);
    expect((await refund(admin, avatar.id)).status).toBe(200);
  });

  it('requires a level for a certificate and refuses one for other items', async () => {
    const buyer = await community.person({ coins: 2000 });
    const avatar = await buy(buyer);
    const paper = await buy(buyer, certificateItem);
    for (const [id, body] of [
      [avatar.id, { certificate: vouched }],
      [paper.id, {}],
    ] as const) {
      const answer = await settle(admin, id, 'fulfil', body);
      await expect(answer).toBeRefused(storeRefusals.certificateNeeds);
    }
    const unwritable = { ...vouched, shownName: 'أحمد' };
    const answer = await settle(admin, paper.id, 'fulfil', { certificate: unwritable });
    await expect(answer).toBeRefused(storeRefusals.unwritableName);
    for (const name of ['فاطمة الزهراء', 'Priya प्रिया']) {
      const issuer = await community.person({ role: 'admin', name });
      const asked = await settle(issuer, paper.id, 'fulfil', { certificate: vouched });
      await expect(asked).toBeRefused(storeRefusals.unwritableIssuer);
    }
    expect(
      await community.db.selectFrom('certificates').select('id').where('orderId', '=', paper.id).execute(),
    ).toEqual([]);
  });
});

describe('the list of orders', () => {
  const read = (who: Person, query = '') =>
    answerOf(community.request(who, 'GET', `/api/store/orders/all${query}`), listAllOrders);

  async function everything(who: Person, query: string): Promise<ManagedOrder[]> {
    const items: ManagedOrder[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const page = await read(who, `?${query}${cursor && `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(20);
      items.push(...page.items);
      cursor = page.nextCursor;
    }
    return items;
  }

  it('has each order once: pending ones first, the oldest at the top, then settled ones, the latest first', async () => {
    const buyer = await community.person({ name: 'Zoraida Ñúñez', coins: 5000 });
    const bought: string[] = [];
    for (let n = 0; n < 45; n++) bought.push((await buy(buyer)).id);
    const settled = bought.filter((_, n) => n % 2 === 1);
    for (const id of settled) await refund(admin, id);
    const ids = (await everything(admin, 'search=nunez%20zoraida')).map(({ id }) => id);
    const waiting = bought.filter((id) => !settled.includes(id));
    expect(ids).toEqual([...waiting, ...settled.reverse()]);
    expect((await everything(admin, 'search=zoraida&status=pending')).map(({ id }) => id)).toEqual(waiting);
    expect((await everything(admin, 'search=zoraida&status=refunded')).map(({ id }) => id)).toEqual(settled);
    expect(await everything(admin, 'search=zoraida&status=fulfilled')).toEqual([]);
    expect(await everything(admin, 'search=zoraida&itemId=premium-material')).toEqual([]);
    for (const id of waiting) await refund(admin, id);
  });

  it('finds a buyer by a piece of their e-mail for administrators, and a student by name alone for their teacher', async () => {
    const before = [(await read(teacher)).waiting, (await read(admin)).waiting] as const;
    const buyer = await community.person({ name: 'Quetzalli', coins: 2000, languages: ['fr'] });
    const stranger = await community.person({ name: 'Quetzal Ajeno', coins: 2000 });
    await insertAttended(community.db, teacher, buyer);
    await buy(buyer);
    await buy(buyer, certificateItem);
    await buy(stranger, certificateItem);
    const piece = buyer.email.slice(0, 13);
    const [first, second] = (await read(admin, `?search=${piece}`)).items;
    expect([first?.itemId, second?.itemId]).toEqual(['custom-avatar', certificateItem]);
    expect(first?.buyer).toEqual({
      name: 'Quetzalli',
      ageGroup: 'adult',
      id: buyer.id,
      email: buyer.email,
      languages: ['fr'],
      level: null,
    });
    expect((await read(teacher, `?search=${piece}`)).items).toEqual([]);
    const seen = await read(teacher, '?search=quetzal');
    expect(seen.items.map(({ itemId }) => itemId)).toEqual([certificateItem]);
    expect(seen.items[0]).toMatchObject({
      buyer: { id: null, email: null },
      allowed: { fulfil: true, refund: false },
    });
    expect([seen.waiting, (await read(admin)).waiting]).toEqual([before[0] + 1, before[1] + 3]);
  });

  it('shows and finds a hidden name by its alias for a teacher, and by both for administrators', async () => {
    const buyer = await community.person({ name: 'Palabrota Fea', coins: 2000 });
    await insertAttended(community.db, teacher, buyer);
    const { id } = await buy(buyer, certificateItem);
    const hide = { reason: 'Insulta' };
    const hidden = await community.request(admin, 'PUT', `/api/people/${buyer.id}/hidden-name`, hide);
    expect(hidden.status).toBe(200);
    const { nameAlias } = await community.db
      .selectFrom('users')
      .select('nameAlias')
      .where('id', '=', buyer.id)
      .executeTakeFirstOrThrow();
    const nameFor = async (who: Person, search: string) =>
      (await everything(who, `search=${encodeURIComponent(search)}`)).find((order) => order.id === id)?.buyer
        .name;
    expect(await nameFor(teacher, 'palabrota')).toBeUndefined();
    expect(await nameFor(teacher, nameAlias ?? '')).toBe(nameAlias);
    expect(await nameFor(admin, 'palabrota')).toBe('Palabrota Fea');
  });

  it('searches for percent signs and underscores literally', async () => {
    expect((await read(admin, '?search=%25')).items).toEqual([]);
    expect((await read(admin, '?search=_')).items).toEqual([]);
  });

  it.each(['nonsense', btoa('["waiting","",5]'), btoa('["settled","yesterday","x"]'), btoa('["settled"]')])(
    'refuses the cursor %s',
    async (cursor) => {
      const answer = await community.request(admin, 'GET', `/api/store/orders/all?cursor=${cursor}`);
      expect(answer.status).toBe(400);
    },
  );
});
