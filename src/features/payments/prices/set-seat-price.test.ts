import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduleClass } from '#features/classes/contract.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

it('administrators set prices, which are audited and count for new payments', async () => {
  const put = (path: string, body: unknown) => community.request(admin, 'PUT', path, body);
  expect((await put('/api/memberships/plans/vip', { priceCents: 4500 })).status).toBe(200);
  for (const wrong of [{ priceCents: 49 }, { priceCents: -1 }, { priceCents: 1.5 }, {}]) {
    expect((await put('/api/memberships/plans/vip', wrong)).status).toBe(400);
  }
  expect((await put('/api/memberships/plans/free', { priceCents: 100 })).status).toBe(400);
  expect((await put('/api/payments/seat-price', { priceCents: 450, currency: 'USD' })).status).toBe(200);
  const teacher = await community.person({ role: 'teacher', verified: true });
  const body = await answerOf(
    community.request(teacher, 'POST', '/api/classes', {
      title: 'Una clase',
      description: 'De prueba',
      date: '2099-05-04',
      time: '18:00',
    }),
    scheduleClass,
  );
  expect(body.priceCents).toBe(450);
  const acts = await community.db
    .selectFrom('auditLog')
    .select(['act', 'detail'])
    .where('act', 'like', '%-price')
    .orderBy('id')
    .execute();
  expect(acts).toEqual([
    {
      act: 'memberships.set-plan-price',
      detail: { tier: 'vip', before: 3000, after: 4500, currency: 'USD' },
    },
    {
      act: 'payments.set-seat-price',
      detail: { before: { priceCents: 300, currency: 'USD' }, after: { priceCents: 450, currency: 'USD' } },
    },
  ]);
});
