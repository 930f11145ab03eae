import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { rosterActs } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';

describe.each(sceneNames)('failPayment of a voucher with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 10 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  type Holder = { classId: string; person: Person; paymentId: string };

  /** A student who holds a seat by a voucher that they can pay for two days. */
  async function voucherHolder(): Promise<Holder> {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await scene.outside.takeVoucher(await scene.refOf(paymentId), scene.at(2 * 24 * 60));
    await scene.deliverWebhook(paymentId);
    return { classId, person, paymentId };
  }
  const send = async (person: Person, method: string, path: string, body?: object) =>
    expect((await scene.community.request(person, method, path, body)).status).toBe(200);

  /** What the student is told once the checkout is closed. */
  async function toldAtTheEnd({ person, paymentId }: Holder): Promise<string[]> {
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    return noticeKindsOf(scene.community, person);
  }

  it('tells a student that it expired where nothing else ended it', async () => {
    const holder = await voucherHolder();
    scene.afterMinutes(4 * 24 * 60);
    expect(await toldAtTheEnd(holder)).toEqual(['payments.voucher-expired']);
  });

  it('tells no student that it expired whose seat was taken away, and who was told of that', async () => {
    const holder = await voucherHolder();
    const { remove } = rosterActs(scene.community, scene.teacher);
    expect((await remove(holder.classId, holder.person)).status).toBe(200);
    expect(await toldAtTheEnd(holder)).toEqual(['classes.held-seat-taken-away']);
  });

  it('tells no student that it expired whose class was cancelled, and who was told of that', async () => {
    const holder = await voucherHolder();
    const reason = 'Se fue la luz.';
    await send(scene.teacher, 'POST', `/api/classes/${holder.classId}/cancellation`, { reason });
    expect(await toldAtTheEnd(holder)).toEqual(['classes.cancelled']);
  });

  it('tells no student that it expired who has the seat by their plan meanwhile', async () => {
    const holder = await voucherHolder();
    const { classId, person } = holder;
    await scene.pay((await scene.buyPlan(person, 'premium')).paymentId);
    await send(person, 'POST', `/api/classes/${classId}/enrolment`);
    expect(await toldAtTheEnd(holder)).toEqual(['memberships.started']);
    expect(await scene.seatOf(classId, person)).toEqual({ heldUntil: null, paymentId: null });
  });

  it('tells no student that it expired who gave it up themselves', async () => {
    const holder = await voucherHolder();
    await send(holder.person, 'POST', `/api/payments/${holder.paymentId}/drop`, {});
    expect(await toldAtTheEnd(holder)).toEqual([]);
  });
});
