import { afterAll, beforeAll, expect, it } from 'vitest';
import { readManagedClass, scheduleClass } from '#features/classes/contract.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { paymentRefusals } from '../contract.ts';

let community: Community;
let admin: Person;
let version: number;
let classId: string;
const form = { title: 'Español', description: 'Hablamos.', date: '2099-05-04', time: '18:00' };
const repeats = { weekdays: [1], until: null };
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
  const price = { priceCents: 20_000, currency: 'MXN' };
  expect((await community.request(admin, 'PUT', '/api/payments/seat-price', price)).status).toBe(200);
  ({ id: classId, version } = await answerOf(
    community.request(admin, 'POST', '/api/classes', { ...form, repeats }),
    scheduleClass,
  ));
});
afterAll(() => community.close());

/** Each way to set a price in Mexican pesos, of which a card can be charged no less than ten. */
const ways: Record<string, (priceCents: number) => [method: string, path: string, body: object]> = {
  'the usual price of a seat': (priceCents) => [
    'PUT',
    '/api/payments/seat-price',
    { priceCents, currency: 'MXN' },
  ],
  'the price of a plan': (priceCents) => [
    'PUT',
    '/api/memberships/plans/vip',
    { priceCents, currency: 'MXN' },
  ],
  'the price of a new class': (priceCents) => ['POST', '/api/classes', { ...form, priceCents }],
  'the price of a new series': (priceCents) => ['POST', '/api/classes', { ...form, repeats, priceCents }],
  'the price of a class': (priceCents) => ['PATCH', `/api/classes/${classId}`, { version, priceCents }],
  'the price of a series': (priceCents) => [
    'PATCH',
    `/api/classes/${classId}/series`,
    { version, scope: 'all', priceCents },
  ],
};

it.each(Object.entries(ways))('%s is no less than what a card can be charged', async (_, way) => {
  const send = (priceCents: number) => community.request(admin, ...way(priceCents));
  const refused = await send(999);
  expect(await refused.clone().json()).toMatchObject({ detail: { least: 10, currency: 'MXN' } });
  await expect(refused).toBeRefused(paymentRefusals.belowLeast);
  const { count } = await community.db
    .selectFrom('classes')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('priceCents', '<', 1000)
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(0);
  expect((await send(1000)).status).toBe(200);
  const changed = community.request(admin, 'GET', `/api/classes/managed/${classId}`);
  ({ version } = await answerOf(changed, readManagedClass));
});
