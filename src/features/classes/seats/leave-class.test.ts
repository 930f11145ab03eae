import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Person } from '../../../testing/community.ts';
import { asked, paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';

describe.each(sceneNames)('leaveClass with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('gives the money back to a student who leaves a day before, and not to one who leaves later', async () => {
    const classId = await scene.newClass();
    const early = await scene.seatBuyer(classId);
    const late = await scene.seatBuyer(classId);
    const leave = (person: Person) =>
      asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`);
    scene.afterMinutes(9 * 24 * 60);
    expect((await leave(early.person)).status).toBe(200);
    scene.afterMinutes(9 * 24 * 60 + 1);
    expect((await leave(late.person)).status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, early.paymentId)).toBe('refunded');
    expect(await paymentRow(scene.community, late.paymentId)).toMatchObject({
      status: 'completed',
      refundWantedAt: null,
      forfeitedAt: scene.at(9 * 24 * 60 + 1),
    });
  });

  it('gives the money back for a class that was moved, however late the student leaves', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    scene.afterMinutes(9 * 24 * 60 + 60);
    const card = async () => (await asked(scene.community, person, 'GET', `/api/classes/${classId}`)).body;
    expect(await card()).toMatchObject({ movedSincePaid: false });
    await scene.community.db
      .updateTable('classes')
      .set({ movedAt: scene.community.now() })
      .where('id', '=', classId)
      .execute();
    expect(await card()).toMatchObject({ movedSincePaid: true });
    expect((await asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`)).status).toBe(
      200,
    );
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('closes the checkout of a seat that is only held', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    await asked(scene.community, person, 'DELETE', `/api/classes/${classId}/enrolment`);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    await expect(scene.outside.pay(await scene.refOf(paymentId))).rejects.toThrow(/over/);
  });
});
