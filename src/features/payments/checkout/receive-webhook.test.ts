import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';

describe.each(sceneNames)('receiveWebhook with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('acts once on a message that comes a hundred times', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await scene.outside.pay(await scene.refOf(paymentId));
    const message = scene.outside.aboutCheckout(await scene.refOf(paymentId));
    const answers = await Promise.all(Array.from({ length: 100 }, () => scene.outside.deliver(message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await noticeKindsOf(scene.community, person)).toEqual(['memberships.started']);
  });

  it('refuses a message that is not signed, and changes nothing', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await scene.outside.pay(await scene.refOf(paymentId));
    const { rawBody, signature } = scene.outside.aboutCheckout(await scene.refOf(paymentId));
    for (const wrong of [
      '',
      'v1=00',
      `${signature}0`,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]) {
      expect((await scene.outside.deliver({ rawBody, signature: wrong })).status).toBe(400);
    }
    expect((await scene.outside.deliver({ rawBody: `${rawBody} `, signature })).status).toBe(400);
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
  });

  it('does not undo a later state for an earlier message', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    const ref = await scene.refOf(paymentId);
    if (scene.stripe) {
      for (const type of ['checkout.session.expired', 'checkout.session.async_payment_failed']) {
        expect((await scene.outside.deliver(scene.stripe.event(type, { id: ref }))).status).toBe(200);
      }
    } else await scene.deliverWebhook(paymentId);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('accepts a message about a checkout or a subscription that is not ours, and changes nothing', async () => {
    const payments = () => scene.community.db.selectFrom('payments').selectAll().orderBy('id').execute();
    const before = await payments();
    for (const message of [
      scene.outside.aboutCheckout('00000000-0000-7000-8000-000000000000'),
      scene.outside.aboutSubscription('sub_of_another_shop'),
    ]) {
      expect((await scene.outside.deliver(message)).status).toBe(200);
    }
    expect(await payments()).toEqual(before);
  });

  it('acts on the state at the provider, not on what the message says', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    // Signed, and about a checkout in which nothing was paid.
    expect((await scene.deliverWebhook(paymentId)).status).toBe(200);
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    expect((await scene.planOf(person)).membership).toBeNull();
  });
});

describe('receiveWebhook', () => {
  it('accepts a message about a checkout of another product with a reference of its own kind', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const ofTheShop = { status: 'complete', payment_status: 'paid', client_reference_id: 'cart_42' };
      scene.stripe!.books.sessions.set('cs_shop', { id: 'cs_shop', ...ofTheShop, payment_intent: null });
      expect((await scene.outside.deliver(scene.outside.aboutCheckout('cs_shop'))).status).toBe(200);
    } finally {
      await scene.close();
    }
  });

  it('answers 503 with Retry-After while the provider is away, and acts on the same message later', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const person = await scene.community.person();
      const { paymentId } = await scene.buyPlan(person, 'basic');
      const ref = await scene.refOf(paymentId);
      await scene.outside.pay(ref);
      const message = scene.outside.aboutCheckout(ref);
      scene.stripe!.down = true;
      const answer = await scene.outside.deliver(message);
      expect([answer.status, answer.headers.has('retry-after')]).toEqual([503, true]);
      expect(await statusOf(scene.community, paymentId)).toBe('pending');
      scene.stripe!.down = false;
      expect((await scene.outside.deliver(message)).status).toBe(200);
      expect(await statusOf(scene.community, paymentId)).toBe('completed');
    } finally {
      await scene.close();
    }
  });
});
