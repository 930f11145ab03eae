import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
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

  it('renews the plan and the price that a member resumes, also where a lower one was planned before', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    await scene.askMembership(person, 'change', { tier: 'basic' });
    await scene.settle();
    await scene.askMembership(person, 'cancel');
    await scene.settle();
    expect(
      (await answerOf(scene.askMembership(person, 'resume'), resumeMembership)).membership,
    ).toMatchObject({
      tier: 'vip',
      nextTier: null,
    });
    await scene.settle();
    scene.afterDays(32);
    await scene.renew(subscription);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', cancelled: false });
    expect(await scene.lastMonthOf(subscription)).toEqual({
      amountCents: 3000,
      status: 'completed',
      tier: 'vip',
    });
  });
});

describe('resumeMembership', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('refuses to resume a membership that has ended', async () => {
    const { person } = await scene.subscriber('basic');
    await scene.askMembership(person, 'cancel');
    scene.afterDays(40);
    await expect(scene.askMembership(person, 'resume')).toBeRefused(membershipRefusals.nothingToResume);
  });
});
