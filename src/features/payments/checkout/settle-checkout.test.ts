import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolRefusals } from '#features/classes/contract.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import type { Person } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { listOwnPayments, readOwnPayment } from '../contract.ts';

const day = 24 * 60 * 60_000;

describe.each(sceneNames)('settleCheckout with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('holds the seat while a voucher can be paid, and gives it once it is paid', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.takeVoucher(await scene.refOf(paymentId), scene.at(2 * 24 * 60));
    await scene.deliverWebhook(paymentId);
    const held = await scene.seatOf(classId, person);
    expect(held?.heldUntil?.getTime()).toBeGreaterThan(scene.start.getTime() + 2 * day);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({ status: 'pending', method: 'oxxo' });
    expect((await scene.buySeat(person, classId)).url).toBe(`/payments/${paymentId}`);
    scene.afterMinutes(24 * 60);
    await scene.settle();
    await expect(scene.askForSeat(await scene.community.person(), classId)).toBeRefused(enrolRefusals.full);
    await scene.outside.pay(await scene.refOf(paymentId), 'oxxo');
    await scene.deliverWebhook(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'completed',
      method: 'oxxo',
    });
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('answers the student, and no other person, where to see their voucher until it is paid', async () => {
    const [person, other] = [await scene.community.person(), await scene.community.person()];
    const { paymentId } = await scene.buySeat(person, await scene.newClass());
    const ref = await scene.refOf(paymentId);
    const read = (reader: Person) => scene.community.request(reader, 'GET', `/api/payments/${paymentId}`);
    await scene.outside.takeVoucher(ref, scene.at(2 * 24 * 60));
    await scene.deliverWebhook(paymentId);
    const voucher = { test: `/payments/test/${ref}`, stripe: `https://payments.stripe.example/oxxo/${ref}` };
    expect((await answerOf(read(person), readOwnPayment)).url).toBe(voucher[name]);
    const mine = scene.community.request(person, 'GET', '/api/payments/mine');
    expect((await answerOf(mine, listOwnPayments)).items).toMatchObject([{ url: voucher[name] }]);
    await expect(read(other)).toBeRefused(commonRefusals.notFound);
    await scene.outside.pay(ref, 'oxxo');
    await scene.deliverWebhook(paymentId);
    expect((await answerOf(read(person), readOwnPayment)).url).toBeNull();
  });

  it('fails a payment whose voucher was not paid, frees the seat and tells the student', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.takeVoucher(await scene.refOf(paymentId), scene.at(2 * 24 * 60));
    await scene.deliverWebhook(paymentId);
    scene.afterMinutes(4 * 24 * 60);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(await noticeKindsOf(scene.community, person)).toEqual(['payments.voucher-expired']);
    expect((await scene.askForSeat(await scene.community.person(), classId)).status).toBe(200);
  });

  it('closes a checkout after half an hour without payment, and frees the seat', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    scene.afterMinutes(29);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    scene.afterMinutes(31);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    // A student who left the page gets no notice.
    expect(await noticeKindsOf(scene.community, person)).toEqual([]);
    const again = await scene.buySeat(person, classId);
    expect(again.paymentId).not.toBe(paymentId);
  });

  it('completes a payment whose message never came', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.pay(await scene.refOf(paymentId));
    scene.afterMinutes(1);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    scene.afterMinutes(3);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('completes a payment that is made while its checkout is being closed', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const ref = await scene.refOf(paymentId);
    await scene.outside.pay(ref);
    scene.afterMinutes(31);
    await Promise.all([
      scene.settle(),
      scene.deliverWebhook(paymentId),
      scene.settle(),
      scene.deliverWebhook(paymentId),
    ]);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
    expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
  });

  it('fails a pending payment whose checkout the provider does not know', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.community.db
      .updateTable('payments')
      .set({ checkoutRef: crypto.randomUUID() })
      .where('id', '=', paymentId)
      .execute();
    scene.afterMinutes(31);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('finds a payment by its id when its checkout was opened but not stored', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const ref = await scene.refOf(paymentId);
    await scene.community.db
      .updateTable('payments')
      .set({ checkoutRef: null, checkoutUrl: null })
      .where('id', '=', paymentId)
      .execute();
    await scene.outside.pay(ref);
    await scene.outside.deliver(scene.outside.aboutCheckout(ref));
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'completed',
      checkoutRef: ref,
    });
    expect((await scene.seatOf(classId, person))?.heldUntil).toBeNull();
  });

  it('gives the seat once where five servers settle what is due', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.pay(await scene.refOf(paymentId));
    scene.afterMinutes(3);
    await Promise.all(Array.from({ length: 5 }, () => scene.settle()));
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
  });
});
