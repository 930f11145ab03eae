import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../testing/community.ts';
import { asked, noticesOf, sceneNames } from '../../testing/payment-scene.ts';
import { type OwnPlan, type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { membershipRefusals } from './contract.ts';
import { endMemberships } from './end-memberships.ts';

describe.each(sceneNames)('changeMembership with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const lastMonthOf = (subscription: string) =>
    scene.community.db
      .selectFrom('payments')
      .select(['amountCents', 'tier'])
      .where('subscriptionRef', '=', subscription)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();

  it('keeps what is paid for when a member cancels, who can resume and is not charged', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    const cancel = () => asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/cancel', {});
    expect((await cancel()).body.membership).toMatchObject({ tier: 'basic', cancelled: true });
    expect((await cancel()).status).toBe(200);
    const resumed = await asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/resume', {});
    expect(resumed.body.membership).toMatchObject({ cancelled: false });
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

  it('renews the plan and the price that a member resumes, also where a lower one was planned before', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const ask = (what: string, body: object) =>
      asked<OwnPlan>(scene.community, person, 'POST', `/api/memberships/mine/${what}`, body);
    await ask('change', { tier: 'basic' });
    await scene.settle();
    await ask('cancel', {});
    await scene.settle();
    expect((await ask('resume', {})).body.membership).toMatchObject({ tier: 'vip', nextTier: null });
    await scene.settle();
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', cancelled: false });
    expect(await lastMonthOf(subscription)).toEqual({ amountCents: 3000, tier: 'vip' });
  });

  it('charges a member who was suspended for no further month', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    const admin = await scene.community.person({ role: 'admin' });
    const banned = await scene.community.request(admin, 'PUT', `/api/people/${person.id}/ban`, {
      reason: 'Insultos',
    });
    expect(banned.status).toBe(200);
    await scene.settle();
    const { cancelledAt } = await scene.community.db
      .selectFrom('userMemberships')
      .select('cancelledAt')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(cancelledAt).toEqual(scene.community.now());
    if (scene.stripe)
      expect(scene.stripe.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true);
  });

  it('lets a lower plan wait for the end of the month, and lets the member call it off', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const change = (tier: string) =>
      asked<OwnPlan>(scene.community, person, 'POST', '/api/memberships/mine/change', { tier });
    expect((await scene.buyPlan(person, 'basic')).body.code).toBe('memberships/lower-later');
    expect((await change('basic')).body.membership).toMatchObject({ tier: 'vip', nextTier: 'basic' });
    expect((await change('vip')).body.membership).toMatchObject({ tier: 'vip', nextTier: null });
    await change('basic');
    await scene.settle();
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic', nextTier: null });
    expect(await lastMonthOf(subscription)).toEqual({ amountCents: 1000, tier: 'basic' });
  });
});

describe('a membership that cannot be changed', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const ask = (person: Person, what: string, body: object = {}) =>
    scene.community.request(person, 'POST', `/api/memberships/mine/${what}`, body);

  it('of another member stays as it is when one cancels or plans a lower tier', async () => {
    const { person: other } = await scene.subscriber('vip');
    const before = await scene.planOf(other);
    const { person } = await scene.subscriber('vip');
    expect((await ask(person, 'change', { tier: 'basic' })).status).toBe(200);
    expect((await ask(person, 'cancel')).status).toBe(200);
    expect((await scene.planOf(other)).membership).toEqual(before.membership);
  });

  it('lets a member whose only month was refunded call off a lower plan', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const change = async (tier: string) => (await ask(person, 'change', { tier })).status;
    expect(await change('basic')).toBe(200);
    await scene.community.db
      .updateTable('payments')
      .set({ status: 'refunded', refundedAt: scene.community.now(), refundWantedAt: scene.community.now() })
      .where('subscriptionRef', '=', subscription)
      .execute();
    expect(await change('vip')).toBe(200);
  });

  it('refuses every change of a person in the free tier', async () => {
    const person = await scene.community.person();
    await expect(ask(person, 'cancel')).toBeRefused(membershipRefusals.nothingToCancel);
    await expect(ask(person, 'resume')).toBeRefused(membershipRefusals.nothingToResume);
    await expect(ask(person, 'change', { tier: 'basic' })).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('lets a member leave a tier that was given without an end, and then choose a lower plan', async () => {
    const person = await scene.community.person({ tier: 'vip' });
    const offerOf = async (tier: string) =>
      (await scene.planOf(person)).offers.find((offer) => offer.tier === tier);
    expect(await offerOf('basic')).toMatchObject({ action: 'none', refusal: 'memberships/leave-first' });
    expect((await scene.buyPlan(person, 'basic')).body.code).toBe('memberships/leave-first');
    expect((await scene.planOf(person)).membership).toMatchObject({ canCancel: true });
    expect((await ask(person, 'cancel')).status).toBe(200);
    expect((await scene.planOf(person)).membership).toBeNull();
    expect(await offerOf('basic')).toMatchObject({ action: 'buy' });
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
    await expect(ask(person, 'cancel')).toBeRefused(membershipRefusals.nothingToCancel);
    await expect(ask(person, 'change', { tier: 'basic' })).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('refuses the plan a member has, and a higher one, which is paid for at once', async () => {
    const { person } = await scene.subscriber('premium');
    await expect(ask(person, 'change', { tier: 'premium' })).toBeRefused(membershipRefusals.alreadyYours);
    await expect(ask(person, 'change', { tier: 'vip' })).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('refuses a lower plan after the member cancelled', async () => {
    const { person } = await scene.subscriber('vip');
    await ask(person, 'cancel');
    await expect(ask(person, 'change', { tier: 'basic' })).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('refuses a lower plan once the month is over, because the next one may be charged already', async () => {
    const { person } = await scene.subscriber('vip');
    scene.afterDays(32);
    await expect(ask(person, 'change', { tier: 'basic' })).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('refuses to resume a membership that has ended', async () => {
    const { person } = await scene.subscriber('basic');
    await ask(person, 'cancel');
    scene.afterDays(40);
    await expect(ask(person, 'resume')).toBeRefused(membershipRefusals.nothingToResume);
  });
});
