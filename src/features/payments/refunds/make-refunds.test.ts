import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { paymentRefusals, recordPayment } from '../contract.ts';

describe.each(sceneNames)('makeRefunds with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('gives the money back once at the provider, keeps its id and tells the student', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    await scene.askRefund(paymentId);
    const before = await scene.outside.refunds();
    await Promise.all(Array.from({ length: 5 }, () => scene.refund()));
    expect((await scene.outside.refunds()) - before).toBe(1);
    const { status, refundRef, refundedAt } = await paymentRow(scene.community, paymentId);
    expect({ status, refundedAt }).toEqual({ status: 'refunded', refundedAt: scene.start });
    expect(refundRef).toMatch(/refund|^re_/);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.refunded',
    ]);
  });

  it('takes back what was paid for when the money is back, and not before', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    await scene.askRefund(paymentId);
    expect(await scene.seatOf(classId, person)).toEqual({ heldUntil: null, paymentId });
    await scene.refund();
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('asks no provider about a payment that was made by hand', async () => {
    const { id: personId } = await scene.community.person();
    const classId = await scene.newClass();
    const given = { personId, kind: 'single', classId, amountCents: 500, method: 'transfer' };
    const { id } = await answerOf(scene.recordByHand(given), recordPayment);
    await scene.askRefund(id);
    const before = await scene.outside.refunds();
    await scene.refund();
    expect((await scene.outside.refunds()) - before).toBe(0);
    expect(await paymentRow(scene.community, id)).toMatchObject({ status: 'refunded', refundRef: null });
  });

  it('tells the administrators whom they owe what was paid by hand for a class that its teacher cancels', async () => {
    const { community, admin, teacher } = scene;
    const person = await community.person();
    const classId = await scene.newClass();
    const given = {
      personId: person.id,
      kind: 'single',
      classId,
      amountCents: 500,
      currency: 'MXN',
      method: 'cash',
    };
    expect((await scene.recordByHand(given)).status).toBe(200);
    const ofTheirs = async () =>
      (await noticeKindsOf(community, admin)).filter((kind) => kind === 'payments.give-back-by-hand').length;
    const before = await ofTheirs();
    const cancellation = { reason: 'Se fue la luz.' };
    await community.request(teacher, 'POST', `/api/classes/${classId}/cancellation`, cancellation);
    await scene.refund();
    expect((await ofTheirs()) - before).toBe(1);
    expect((await noticeKindsOf(community, person)).slice(-2)).toEqual([
      'classes.cancelled',
      'payments.refunded-by-hand',
    ]);
  });

  it('leaves what was paid by voucher owed back, which no provider refunds, and tells whom it concerns', async () => {
    const { community, admin, teacher } = scene;
    const person = await community.person();
    const classId = await scene.newClass();
    const { paymentId } = await scene.buySeat(person, classId);
    const ref = await scene.refOf(paymentId);
    await scene.outside.takeVoucher(ref, scene.at(2 * 24 * 60));
    await scene.outside.pay(ref, 'oxxo');
    await scene.deliverWebhook(paymentId);
    const ofTheirs = async () =>
      (await noticeKindsOf(community, admin)).filter((kind) => kind === 'payments.give-back-by-hand').length;
    const before = await ofTheirs();
    await community.request(teacher, 'POST', `/api/classes/${classId}/cancellation`, { reason: 'Gripe.' });
    await scene.refund();
    expect(await paymentRow(community, paymentId)).toMatchObject({
      status: 'refunded',
      giveBackByHand: true,
    });
    expect((await ofTheirs()) - before).toBe(1);
    expect((await noticeKindsOf(community, person)).at(-1)).toBe('payments.refunded-by-hand');
    const given = { method: 'transfer', reason: 'Por su banco.' };
    const noted = await community.request(admin, 'POST', `/api/payments/${paymentId}/given-back`, given);
    expect(await noted.json()).toMatchObject({ owedBack: false, givenBack: { method: 'transfer' } });
    expect((await noticeKindsOf(community, person)).at(-1)).toBe('payments.given-back-by-transfer');
  });

  it('owes what was paid by voucher also where an administrator asked for the refund', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, await scene.newClass());
    const ref = await scene.refOf(paymentId);
    await scene.outside.takeVoucher(ref, scene.at(2 * 24 * 60));
    await scene.outside.pay(ref, 'oxxo');
    await scene.deliverWebhook(paymentId);
    expect((await scene.askRefund(paymentId)).status).toBe(200);
    await expect(scene.askRefund(paymentId)).toBeRefused(paymentRefusals.refundedBefore);
    await scene.refund();
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      giveBackByHand: true,
    });
  });

  it('tells each administrator once of a cancelled class that several learners paid by hand', async () => {
    const { community, admin, teacher } = scene;
    const classId = await scene.newClass();
    for (let learner = 0; learner < 3; learner++) {
      const { id: personId } = await community.person();
      const given = { personId, kind: 'single', classId, amountCents: 500, currency: 'MXN', method: 'cash' };
      expect((await scene.recordByHand(given)).status).toBe(200);
    }
    const told = () =>
      community.db
        .selectFrom('notifications')
        .select(['kind', 'detail', 'link'])
        .where('userId', '=', admin.id)
        .where('kind', 'like', 'payments.give-back%')
        .orderBy('id')
        .execute();
    const before = (await told()).length;
    const cancellation = { reason: 'Se fue la luz.' };
    await community.request(teacher, 'POST', `/api/classes/${classId}/cancellation`, cancellation);
    expect((await told()).slice(before)).toEqual([
      {
        kind: 'payments.give-back-to-several',
        detail: { title: expect.any(String), learners: 3 },
        link: '/admin/payments?status=owed-back',
      },
    ]);
  });

  it('leaves a payment alone whose refund was not requested', async () => {
    const { paymentId } = await scene.seatBuyer(await scene.newClass());
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });
});

describe('makeRefunds', () => {
  it('marks no payment as refunded whose id the provider has not told yet, and refunds it when it has', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const { paymentId } = await scene.seatBuyer(await scene.newClass());
      const { paymentRef } = await paymentRow(scene.community, paymentId);
      const know = (ref: string | null) =>
        scene.community.db
          .updateTable('payments')
          .set({ paymentRef: ref })
          .where('id', '=', paymentId)
          .execute();
      await know(null);
      await scene.askRefund(paymentId);
      await scene.refund();
      expect(await statusOf(scene.community, paymentId)).toBe('completed');
      await know(paymentRef);
      scene.afterMinutes(60);
      await scene.refund();
      expect(await statusOf(scene.community, paymentId)).toBe('refunded');
      expect(await scene.outside.refunds()).toBe(1);
    } finally {
      await scene.close();
    }
  });

  it('tries again while the provider is away, and gives the money back once', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
      await scene.askRefund(paymentId);
      scene.stripe!.down = true;
      for (const minutes of [1, 3, 8]) {
        scene.afterMinutes(minutes);
        await scene.refund();
      }
      expect(await statusOf(scene.community, paymentId)).toBe('completed');
      expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
      scene.stripe!.down = false;
      scene.afterMinutes(60);
      await scene.refund();
      expect(await statusOf(scene.community, paymentId)).toBe('refunded');
      expect(await scene.outside.refunds()).toBe(1);
    } finally {
      await scene.close();
    }
  });
});
