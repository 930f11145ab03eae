import { afterAll, beforeAll, expect, it } from 'vitest';
import { scheduleClass } from '#features/classes/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { setSeatPrice } from './set-seat-price.ts';

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

/** The prices that two administrators who set one at once replaced and set, as the audit log has them. */
async function raceToSet(ctx: Ctx, [one, other]: [number, number]) {
  const set = (priceCents: number) => setSeatPrice(ctx, { priceCents, currency: 'USD' });
  await raceForRows(community.db, 'seatPrice', () => [set(one), set(other)]);
  const acts = await community.db
    .selectFrom('auditLog')
    .select('detail')
    .where('act', '=', 'payments.set-seat-price')
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  const [second, first] = acts.map(
    ({ detail }) => detail as Record<'before' | 'after', { priceCents: number }>,
  );
  return { set: first?.after.priceCents, replaced: second?.before.priceCents };
}

it('of two administrators who set the price of a seat at once, the second replaces what the first has set', async () => {
  const { set, replaced } = await raceToSet(await community.ctxFor(admin), [500, 600]);
  expect(replaced).toBe(set);
});

it('the control: without the lock, the audit log says that both administrators replaced the same price of a seat', async () => {
  const { set, replaced } = await raceToSet(withoutRowLocks(await community.ctxFor(admin)), [700, 800]);
  expect(replaced).not.toBe(set);
});
