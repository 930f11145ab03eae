import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import type { Person } from '../../testing/community.ts';
import { paymentRow } from '../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { membershipRefusals } from './contract.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test');
});
afterAll(() => scene.close());

const set = (tier: string, priceCents: unknown, by: Person | null = scene.admin) =>
  scene.community.request(by, 'PUT', `/api/memberships/plans/${tier}`, { priceCents });

describe('setPlanPrice', () => {
  it('counts for new payments, and replaces an open checkout by one at the new price', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'premium');
    expect(await (await set('premium', 2500)).json()).toEqual({
      tier: 'premium',
      rank: 2,
      priceCents: 2500,
      currency: 'USD',
    });
    const again = await scene.buyPlan(person, 'premium');
    expect(again.paymentId).not.toBe(paymentId);
    expect((await paymentRow(scene.community, again.paymentId)).amountCents).toBe(2500);
  });

  it('leaves a running subscription at its price', async () => {
    await set('basic', 1000);
    const { subscription } = await scene.subscriber('basic');
    await set('basic', 1500);
    scene.afterDays(32);
    await scene.renew(subscription);
    const months = await scene.community.db
      .selectFrom('payments')
      .select('amountCents')
      .where('subscriptionRef', '=', subscription)
      .orderBy('createdAt')
      .execute();
    expect(months.map(({ amountCents }) => amountCents)).toEqual([1000, 1000]);
    scene.afterDays(0);
  });

  it('sets the currency too, in which no running subscription of another one goes on', async () => {
    const { person } = await scene.subscriber('premium');
    const change = (body: object) =>
      scene.community.request(scene.admin, 'PUT', '/api/memberships/plans/basic', body);
    expect(await (await change({ priceCents: 19_900, currency: 'MXN' })).json()).toMatchObject({
      priceCents: 19_900,
      currency: 'MXN',
    });
    const { offers } = await scene.planOf(person);
    expect(offers.find(({ tier }) => tier === 'basic')).toMatchObject({
      action: 'none',
      refusal: membershipRefusals.afterThisOne.code,
    });
    const lower = { tier: 'basic' };
    const planned = scene.askMembership(person, 'change', lower);
    await expect(planned).toBeRefused(membershipRefusals.afterThisOne);
    const buyer = await scene.community.person();
    const { paymentId } = await scene.buyPlan(buyer, 'basic');
    const row = await paymentRow(scene.community, paymentId);
    expect(row).toMatchObject({ amountCents: 19_900, currency: 'MXN' });
    expect(await (await change({ priceCents: 20_000 })).json()).toMatchObject({ currency: 'MXN' });
    await expect(change({ priceCents: 1000, currency: 'XXX' })).toBeRefused(commonRefusals.badInput);
    expect((await change({ priceCents: 1000, currency: 'USD' })).status).toBe(200);
  });

  it.each([49, 100_000_001, 12.5, -1, '2000', null])('refuses a price of %j', async (price) => {
    await expect(set('vip', price)).toBeRefused(commonRefusals.badInput);
  });

  it('refuses a price for the free plan and for an unknown plan', async () => {
    for (const tier of ['free', 'platinum']) {
      await expect(set(tier, 2000)).toBeRefused(commonRefusals.badInput);
    }
  });

  it('refuses every person but an administrator', async () => {
    await expect(set('vip', 100, scene.teacher)).toBeRefused(commonRefusals.notAllowed);
    await expect(set('vip', 100, null)).toBeRefused(commonRefusals.signInFirst);
  });

  it('writes the act to the audit log and invalidates the prices on pages that visitors see', async () => {
    await set('vip', 3000);
    await set('vip', 3300);
    const [act] = await scene.community.db
      .selectFrom('auditLog')
      .select(['act', 'actorId', 'detail'])
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(act).toEqual({
      act: 'memberships.set-plan-price',
      actorId: scene.admin.id,
      detail: { tier: 'vip', before: 3000, after: 3300, currency: 'USD' },
    });
    const [event] = await scene.community.db
      .selectFrom('events')
      .select('audience')
      .where('kind', '=', 'memberships.changed')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    expect(event).toEqual({ audience: null });
  });
});
