import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { cancelMembership, membershipRefusals, resumeMembership } from '../contract.ts';
import { endMemberships } from '../end-memberships.ts';

describe.each(sceneNames)('cancelMembership with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('keeps what is paid for when a member cancels, who can resume and is not charged', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    const cancel = () => scene.askMembership(person, 'cancel');
    expect((await answerOf(cancel(), cancelMembership)).membership).toMatchObject({
      tier: 'basic',
      cancelled: true,
    });
    expect((await cancel()).status).toBe(200);
    const resume = scene.askMembership(person, 'resume');
    expect((await answerOf(resume, resumeMembership)).membership).toMatchObject({ cancelled: false });
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
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.ended',
    ]);
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
});

describe('cancelMembership', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('lets a member leave a tier that was given without an end, and then choose a lower plan', async () => {
    const person = await scene.community.person({ tier: 'vip' });
    const offerOf = async (tier: string) =>
      (await scene.planOf(person)).offers.find((offer) => offer.tier === tier);
    expect(await offerOf('basic')).toMatchObject({ action: 'none', refusal: 'memberships/leave-first' });
    await expect(scene.askForPlan(person, 'basic')).toBeRefused(membershipRefusals.leaveFirst);
    expect((await scene.planOf(person)).membership).toMatchObject({ canCancel: true });
    expect((await scene.askMembership(person, 'cancel')).status).toBe(200);
    expect((await scene.planOf(person)).membership).toBeNull();
    expect(await offerOf('basic')).toMatchObject({ action: 'buy' });
  });

  it.each([
    ['the days of grace', true],
    ['a month that is being renewed', false],
  ])(
    'ends the plan at once for a member who cancels in %s, and a second request is no error',
    async (_, declined) => {
      const { person, subscription } = await scene.subscriber('basic');
      scene.afterDays(32);
      if (declined) {
        await scene.renew(subscription, { declined: true });
      }
      expect((await scene.planOf(person)).membership).toMatchObject({
        inGrace: declined,
        renewing: !declined,
      });
      expect((await scene.askMembership(person, 'cancel')).status).toBe(200);
      expect((await scene.planOf(person)).membership).toBeNull();
      expect((await scene.askMembership(person, 'cancel')).status).toBe(200);
    },
  );

  it('refuses a member of the free plan', async () => {
    const person = await scene.community.person();
    await expect(scene.askMembership(person, 'cancel')).toBeRefused(membershipRefusals.nothingToCancel);
  });
});
