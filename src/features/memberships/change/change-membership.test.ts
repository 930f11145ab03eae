import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { changeMembership, membershipRefusals } from '../contract.ts';

describe.each(sceneNames)('changeMembership with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('lets a lower plan wait for the end of the month, and lets the member call it off', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const change = (tier: string) =>
      answerOf(scene.askMembership(person, 'change', { tier }), changeMembership);
    await expect(scene.askForPlan(person, 'basic')).toBeRefused(membershipRefusals.lowerLater);
    expect((await change('basic')).membership).toMatchObject({ tier: 'vip', nextTier: 'basic' });
    expect((await change('vip')).membership).toMatchObject({ tier: 'vip', nextTier: null });
    await change('basic');
    await scene.settle();
    scene.afterDays(32);
    await scene.renew(subscription);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic', nextTier: null });
    expect(await scene.lastMonthOf(subscription)).toEqual({
      amountCents: 1000,
      status: 'completed',
      tier: 'basic',
    });
  });
});

describe('changeMembership', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const setPlanPrice = (priceCents: number) =>
    scene.community.request(scene.admin, 'PUT', '/api/memberships/plans/basic', { priceCents });
  const requestedOf = (subscription: string) =>
    scene.community.db
      .selectFrom('subscriptions')
      .select(['requestedTier', 'requestedCents'])
      .where('ref', '=', subscription)
      .executeTakeFirst();

  it('leaves the membership of another member as it is, as a cancellation does', async () => {
    const { person: other } = await scene.subscriber('vip');
    const before = await scene.planOf(other);
    const { person } = await scene.subscriber('vip');
    expect((await scene.askMembership(person, 'change', { tier: 'basic' })).status).toBe(200);
    expect((await scene.askMembership(person, 'cancel')).status).toBe(200);
    expect((await scene.planOf(other)).membership).toEqual(before.membership);
  });

  it('lets a member whose only month was refunded call off a lower plan', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const change = async (tier: string) => (await scene.askMembership(person, 'change', { tier })).status;
    expect(await change('basic')).toBe(200);
    await scene.community.db
      .updateTable('payments')
      .set({ status: 'refunded', refundedAt: scene.community.now(), refundWantedAt: scene.community.now() })
      .where('subscriptionRef', '=', subscription)
      .execute();
    expect(await change('vip')).toBe(200);
  });

  it('refuses a lower plan at another price than the member saw, and plans it at the one of now', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    await setPlanPrice(1500);
    const change = (priceSeen: number) => scene.askMembership(person, 'change', { tier: 'basic', priceSeen });
    await expect(change(1000)).toBeRefused(membershipRefusals.priceChanged);
    expect((await scene.planOf(person)).membership).toMatchObject({ nextTier: null });
    expect((await change(1500)).status).toBe(200);
    expect(await requestedOf(subscription)).toEqual({ requestedTier: 'basic', requestedCents: 1500 });
    // The plan they have goes on at the price it had, whatever it costs today.
    expect((await scene.askMembership(person, 'change', { tier: 'vip', priceSeen: 1 })).status).toBe(200);
    expect(await requestedOf(subscription)).toEqual({ requestedTier: 'vip', requestedCents: 3000 });
    await setPlanPrice(1000);
  });

  it('refuses every change of a person in the free tier', async () => {
    const person = await scene.community.person();
    await expect(scene.askMembership(person, 'cancel')).toBeRefused(membershipRefusals.nothingToCancel);
    await expect(scene.askMembership(person, 'resume')).toBeRefused(membershipRefusals.nothingToResume);
    await expect(scene.askMembership(person, 'change', { tier: 'basic' })).toBeRefused(
      membershipRefusals.afterThisOne,
    );
  });

  it('refuses changes of a tier that was paid by hand and ends by itself', async () => {
    const person = await scene.community.person();
    await scene.recordByHand({
      personId: person.id,
      kind: 'membership',
      tier: 'vip',
      amountCents: 3000,
      method: 'cash',
    });
    await expect(scene.askMembership(person, 'cancel')).toBeRefused(membershipRefusals.nothingToCancel);
    await expect(scene.askMembership(person, 'change', { tier: 'basic' })).toBeRefused(
      membershipRefusals.afterThisOne,
    );
  });

  it('refuses the plan a member has, and a higher one, which is paid for at once', async () => {
    const { person } = await scene.subscriber('premium');
    await expect(scene.askMembership(person, 'change', { tier: 'premium' })).toBeRefused(
      membershipRefusals.alreadyYours,
    );
    await expect(scene.askMembership(person, 'change', { tier: 'vip' })).toBeRefused(
      membershipRefusals.afterThisOne,
    );
  });

  it('refuses a lower plan after the member cancelled', async () => {
    const { person } = await scene.subscriber('vip');
    await scene.askMembership(person, 'cancel');
    await expect(scene.askMembership(person, 'change', { tier: 'basic' })).toBeRefused(
      membershipRefusals.afterThisOne,
    );
  });

  it('refuses a lower plan once the month is over, because the next one may be charged already', async () => {
    const { person } = await scene.subscriber('vip');
    scene.afterDays(32);
    await expect(scene.askMembership(person, 'change', { tier: 'basic' })).toBeRefused(
      membershipRefusals.afterThisOne,
    );
  });
});
