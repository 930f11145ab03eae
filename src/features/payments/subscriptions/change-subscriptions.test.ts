import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';

const subscriptionOf = ({ community }: PurchaseScene, ref: string) =>
  community.db.selectFrom('subscriptions').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow();

const nothing = { requestedChange: null, requestedAt: null, requestedTier: null, requestedCents: null };

describe.each(sceneNames)('changeSubscriptions with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  /** Whether the provider will charge no further month. */
  async function endsLater(ref: string): Promise<boolean> {
    if (scene.stripe) return scene.stripe.books.subscriptions.get(ref)?.cancel_at_period_end === true;
    const row = await scene.community.db
      .selectFrom('testSubscriptions')
      .select('endsLater')
      .where('ref', '=', ref)
      .executeTakeFirstOrThrow();
    return row.endsLater;
  }

  it('tells the provider that a member cancelled, and forgets the request', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await scene.askMembership(person, 'cancel');
    expect(await subscriptionOf(scene, subscription)).toMatchObject({ requestedChange: 'end-later' });
    expect(await endsLater(subscription)).toBe(false);
    await scene.settle();
    expect(await endsLater(subscription)).toBe(true);
    expect(await subscriptionOf(scene, subscription)).toMatchObject({ ...nothing, endedAt: null });
  });

  it('tells the provider the last of several requests', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await scene.askMembership(person, 'cancel');
    scene.afterMinutes(1);
    await scene.askMembership(person, 'resume');
    await scene.settle();
    expect(await endsLater(subscription)).toBe(false);
    scene.afterMinutes(2);
    await scene.askMembership(person, 'cancel');
    await scene.settle();
    scene.afterMinutes(3);
    await scene.askMembership(person, 'resume');
    await scene.settle();
    expect(await endsLater(subscription)).toBe(false);
    expect(await subscriptionOf(scene, subscription)).toMatchObject(nothing);
  });

  it('notes the tier of the next month once the provider knows its price', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    await scene.askMembership(person, 'change', { tier: 'basic' });
    expect(await subscriptionOf(scene, subscription)).toMatchObject({
      requestedChange: 'switch-tier',
      requestedTier: 'basic',
      requestedCents: 1000,
      nextTier: null,
    });
    await scene.settle();
    expect(await subscriptionOf(scene, subscription)).toMatchObject({ ...nothing, nextTier: 'basic' });
  });

  it('ends a subscription whose running month is given back, and nothing undoes that', async () => {
    const { person, paymentId, subscription } = await scene.subscriber('premium');
    await scene.askRefund(paymentId);
    await scene.refund();
    expect((await scene.askMembership(person, 'resume')).status).toBe(409);
    await scene.settle();
    expect((await subscriptionOf(scene, subscription)).endedAt).not.toBeNull();
  });
});

describe('changeSubscriptions', () => {
  it('tries again while the provider is away, and keeps the request until it knows', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const { person, subscription } = await scene.subscriber('basic');
      await scene.askMembership(person, 'cancel');
      scene.stripe!.down = true;
      for (const minutes of [1, 3, 8]) {
        scene.afterMinutes(minutes);
        await scene.settle();
      }
      expect(await subscriptionOf(scene, subscription)).toMatchObject({ requestedChange: 'end-later' });
      scene.stripe!.down = false;
      scene.afterMinutes(60);
      await scene.settle();
      expect(await subscriptionOf(scene, subscription)).toMatchObject(nothing);
      expect(scene.stripe!.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true);
    } finally {
      await scene.close();
    }
  });
});
