import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { releaseOverdueSeats } from './release-overdue-seats.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test', { poolSize: 20 });
});
beforeEach(() => scene.afterMinutes(0));
afterAll(() => scene.close());

const release = async () =>
  releaseOverdueSeats({ ...(await scene.community.ctxFor()), now: scene.community.now() });

/** Holds a seat for half an hour while its payment is pending. */
async function held() {
  const classId = await scene.newClass({ maxStudents: 1 });
  const person = await scene.community.person();
  const { paymentId } = await scene.buySeat(person, classId);
  return { classId, person, paymentId };
}

describe('releaseOverdueSeats', () => {
  it('frees a held seat an hour after its time, and not before', async () => {
    const { classId, person } = await held();
    scene.afterMinutes(90);
    await release();
    expect(await scene.seatOf(classId, person)).toBeDefined();
    scene.afterMinutes(91);
    await release();
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    const other = await scene.community.person();
    expect((await scene.askForSeat(other, classId)).status).toBe(200);
  });

  it('leaves seats that are paid for, and seats without a payment', async () => {
    const { classId, person } = await held();
    const bought = await scene.seatBuyer(await scene.newClass());
    const enrolled = await scene.community.person({ tier: 'vip' });
    const free = await scene.newClass();
    await scene.community.request(enrolled, 'POST', `/api/classes/${free}/enrolment`);
    scene.afterMinutes(24 * 60);
    await release();
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    const { classId: paidClass } = await scene.community.db
      .selectFrom('classEnrollments')
      .select('classId')
      .where('userId', '=', bought.person.id)
      .executeTakeFirstOrThrow();
    expect(await scene.seatOf(paidClass, bought.person)).toEqual({
      heldUntil: null,
      paymentId: bought.paymentId,
    });
    expect(await scene.seatOf(free, enrolled)).toBeDefined();
  });

  it('leaves the payment to its provider, and money that comes after all gets the seat again', async () => {
    const { classId, person, paymentId } = await held();
    await scene.outside.pay(await scene.refOf(paymentId));
    scene.afterMinutes(91);
    await release();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
    await scene.deliverWebhook(paymentId);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect(await scene.seatOf(classId, person)).toEqual({ heldUntil: null, paymentId });
  });

  it('invalidates the classes whose seats it frees, and no others', async () => {
    const { classId } = await held();
    const other = await held();
    const subjects = async () => {
      const rows = await scene.community.db
        .selectFrom('events')
        .select('subject')
        .where('kind', '=', 'classes.changed')
        .where('subject', 'in', [classId, other.classId])
        .orderBy('id')
        .execute();
      return rows.map(({ subject }) => subject);
    };
    await scene.pay(other.paymentId);
    const before = (await subjects()).length;
    scene.afterMinutes(91);
    await release();
    expect((await subjects()).slice(before)).toEqual([classId]);
  });
});
