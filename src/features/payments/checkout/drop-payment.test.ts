import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { dropPayment, paymentRefusals } from '../contract.ts';

describe.each(sceneNames)('dropPayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('closes the checkout at once, once, and for its owner alone', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const stranger = await scene.community.person();
    expect(
      (await scene.community.request(stranger, 'POST', `/api/payments/${paymentId}/drop`, {})).status,
    ).toBe(404);
    const dropped = await answerOf(
      scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {}),
      dropPayment,
    );
    expect(dropped.status).toBe('failed');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(
      (await scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {})).status,
    ).toBe(409);
  });

  it('refuses a payment that is completed', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    const answer = scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {});
    await expect(answer).toBeRefused(paymentRefusals.notPending);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });

  it('lets a student buy the same seat again', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {});
    const again = await scene.buySeat(person, classId);
    expect(again.paymentId).not.toBe(paymentId);
    await scene.pay(again.paymentId);
    expect((await scene.seatOf(classId, person))?.paymentId).toBe(again.paymentId);
  });

  it('completes a payment that was made a moment before', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.pay(await scene.refOf(paymentId));
    const answer = await scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {});
    expect(await answer.json()).toMatchObject({ status: 'completed' });
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
  });
});

describe('while the provider does not answer', () => {
  it('checkPayment refuses with payments/away, and dropPayment leaves the closing to due work', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const person = await scene.community.person();
      const { paymentId } = await scene.buyPlan(person, 'basic');
      const ask = (what: string) =>
        scene.community.request(person, 'POST', `/api/payments/${paymentId}/${what}`, {});
      scene.stripe!.down = true;
      await expect(ask('check')).toBeRefused(paymentRefusals.away);
      expect(await (await ask('drop')).json()).toMatchObject({ status: 'pending' });
      scene.stripe!.down = false;
      scene.afterMinutes(2);
      await scene.settle();
      expect(await statusOf(scene.community, paymentId)).toBe('failed');
    } finally {
      await scene.close();
    }
  });

  it('dropPayment is not undone by the voucher that the student had taken before, of which the provider tells later', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const classId = await scene.newClass();
      const person = await scene.community.person();
      const { paymentId } = await scene.buySeat(person, classId);
      await scene.outside.takeVoucher(await scene.refOf(paymentId), scene.at(2 * 24 * 60));
      scene.stripe!.down = true;
      await scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {});
      scene.stripe!.down = false;
      await scene.deliverWebhook(paymentId);
      scene.afterMinutes(2);
      await scene.settle();
      expect(await statusOf(scene.community, paymentId)).toBe('failed');
      expect(await scene.seatOf(classId, person)).toBeUndefined();
    } finally {
      await scene.close();
    }
  });
});
