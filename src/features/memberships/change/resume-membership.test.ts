import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import type { Person } from '../../../testing/community.ts';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { membershipRefusals, resumeMembership } from '../contract.ts';

describe.each(sceneNames)('resumeMembership with the %s provider', (name) => {
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

  it('renews the plan and the price that a member resumes, also where a lower one was planned before', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    const ask = (what: string, body: object) =>
      scene.community.request(person, 'POST', `/api/memberships/mine/${what}`, body);
    await ask('change', { tier: 'basic' });
    await scene.settle();
    await ask('cancel', {});
    await scene.settle();
    expect((await answerOf(ask('resume', {}), resumeMembership)).membership).toMatchObject({
      tier: 'vip',
      nextTier: null,
    });
    await scene.settle();
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', cancelled: false });
    expect(await lastMonthOf(subscription)).toEqual({ amountCents: 3000, tier: 'vip' });
  });
});

describe('resumeMembership', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const ask = (person: Person, what: string, body: object = {}) =>
    scene.community.request(person, 'POST', `/api/memberships/mine/${what}`, body);

  it('refuses to resume a membership that has ended', async () => {
    const { person } = await scene.subscriber('basic');
    await ask(person, 'cancel');
    scene.afterDays(40);
    await expect(ask(person, 'resume')).toBeRefused(membershipRefusals.nothingToResume);
  });
});
