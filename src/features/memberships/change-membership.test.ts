import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asked, noticesOf, sceneNames } from '../../testing/payment-scene.ts';
import { type OwnPlan, type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { endMemberships } from './end-memberships.ts';

describe.each(sceneNames)('changeMembership with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('keeps what is paid for when a member cancels, who can resume and is not charged', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    const cancel = () => asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/cancel', {});
    expect((await cancel()).said.membership).toMatchObject({ tier: 'basic', cancelled: true });
    expect((await cancel()).status).toBe(200);
    const resumed = await asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/resume', {});
    expect(resumed.said.membership).toMatchObject({ cancelled: false });
    await cancel();
    await scene.settle();
    scene.afterDays(29);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic' });
    scene.afterDays(32);
    await endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect((await scene.planOf(person)).membership).toBeNull();
    if (scene.stripe)
      expect(scene.stripe.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true);
    await scene.settle();
    expect(await noticesOf(scene.community, person)).toEqual(['memberships.started', 'memberships.ended']);
  });

  it('lets a lower plan wait for the end of the month, and lets the member call it off', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const change = (tier: string) =>
      asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/change', { tier });
    expect((await scene.buyPlan(person, 'basic')).said.code).toBe('memberships/lower-later');
    expect((await change('basic')).said.membership).toMatchObject({ tier: 'vip', nextTier: 'basic' });
    expect((await change('vip')).said.membership).toMatchObject({ tier: 'vip', nextTier: null });
    await change('basic');
    await scene.settle();
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic', nextTier: null });
    const last = await scene.community.db
      .selectFrom('payments')
      .select(['amountCents', 'tier'])
      .where('subscriptionRef', '=', subscription)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(last).toEqual({ amountCents: 1000, tier: 'basic' });
  });
});
