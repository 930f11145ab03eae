import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { listPayments, paymentRefusals } from '../contract.ts';

describe.each(sceneNames)('refundPayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('ends the plan when the running month is given back', async () => {
    const { person, paymentId } = await scene.subscriber('premium');
    const admin = await scene.community.person({ role: 'admin' });
    const refund = await scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, {
      reason: 'Lo pidió',
    });
    expect(refund.status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('takes the seat back while the class is to come', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const { person, paymentId } = await scene.seatBuyer(classId);
    const admin = await scene.community.person({ role: 'admin' });
    await scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
    await scene.refund();
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect((await scene.askForSeat(await scene.community.person(), classId)).status).toBe(200);
  });

  it('makes one refund and one line in the audit log for repeated requests', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    for (let n = 0; n < 3; n++) expect((await scene.askRefund(paymentId, 'No pudo venir')).status).toBe(200);
    await scene.refund();
    expect((await scene.askRefund(paymentId)).status).toBe(200);
    const lines = await scene.community.db
      .selectFrom('auditLog')
      .select(['act', 'personId', 'reason', 'detail'])
      .where('subject', '=', paymentId)
      .execute();
    expect(lines).toEqual([
      {
        act: 'payments.refund-payment',
        personId: person.id,
        reason: 'No pudo venir',
        detail: { amountCents: 3330, currency: 'MXN' },
      },
    ]);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.refunded',
    ]);
  });

  it('tells a second administrator that the refund of cash was asked for before, which the first hands over', async () => {
    const person = await scene.community.person();
    const given = {
      personId: person.id,
      classId: await scene.newClass(),
      amountCents: 3330,
      currency: 'MXN',
    };
    const { id } = await (await scene.recordByHand({ kind: 'single', method: 'cash', ...given })).json();
    expect((await scene.askRefund(id)).status).toBe(200);
    await expect(scene.askRefund(id)).toBeRefused(paymentRefusals.refundedBefore);
    await scene.refund();
    await expect(scene.askRefund(id)).toBeRefused(paymentRefusals.refundedBefore);
  });

  it('refuses a payment that was not completed', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await expect(scene.askRefund(paymentId)).toBeRefused(paymentRefusals.notRefundable);
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
  });

  it('refuses every person but an administrator, an unknown payment and a missing reason', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    await expect(scene.askRefund(paymentId, 'Para mí', person)).toBeRefused(commonRefusals.notAllowed);
    await expect(scene.askRefund(paymentId, 'Es mía', scene.teacher)).toBeRefused(commonRefusals.notAllowed);
    await expect(scene.askRefund(paymentId, 'Nadie', null)).toBeRefused(commonRefusals.signInFirst);
    await expect(scene.askRefund(paymentId, '')).toBeRefused(commonRefusals.badInput);
    await expect(scene.askRefund(crypto.randomUUID())).toBeRefused(commonRefusals.notFound);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });

  it('leaves a payment of an administrator’s own to another one, also in the list', async () => {
    const payer = await scene.community.person({ role: 'admin' });
    const { paymentId } = await scene.buySeat(payer, await scene.newClass());
    await scene.pay(paymentId);
    const { items } = await answerOf(scene.community.request(payer, 'GET', '/api/payments'), listPayments);
    const own = items.find(({ id }) => id === paymentId);
    expect(own?.allowed.refund).toBe(commonRefusals.ownMatter.code);
    await expect(scene.askRefund(paymentId, 'Para mí', payer)).toBeRefused(commonRefusals.ownMatter);
    expect((await scene.askRefund(paymentId)).status).toBe(200);
  });
});
