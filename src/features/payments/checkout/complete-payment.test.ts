import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseOverdueSeats } from '#features/classes/seats/release-overdue-seats.ts';
import { noticesOf, paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';

describe.each(sceneNames)('completePayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const ban = (id: string) =>
    scene.community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute();
  /** What the provider says was paid is another amount from then on. */
  const askLess = async (paymentId: string) => {
    const { kind } = await paymentRow(scene.community, paymentId);
    const shares =
      kind === 'single'
        ? { teacherShareCents: 70, platformShareCents: 30 }
        : { teacherShareCents: 0, platformShareCents: 100 };
    await scene.community.db
      .updateTable('payments')
      .set({ amountCents: 100, ...shares })
      .where('id', '=', paymentId)
      .execute();
  };

  it('gives the money back when the seat went to another student meanwhile', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    await scene.outside.pay(await scene.refOf(paymentId));
    // The provider has not answered for hours, and the held seat is released.
    scene.afterMinutes(3 * 60);
    await releaseOverdueSeats({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    const other = await scene.seatBuyer(classId);
    await scene.deliverWebhook(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({ status: 'completed' });
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await noticesOf(scene.community, person)).toEqual(['payments.sent-back', 'payments.refunded']);
    expect((await scene.seatOf(classId, other.person))?.paymentId).toBe(other.paymentId);
  });

  it('gives the money back when the class was cancelled meanwhile', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    await scene.community.db
      .updateTable('classes')
      .set({ status: 'cancelled', cancelledAt: scene.at(1), cancelReason: 'Lluvia' })
      .where('id', '=', classId)
      .execute();
    await scene.pay(paymentId);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('gives the money back when the class was over before it came', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    // It was moved to an earlier time while the voucher was out.
    await scene.community.db
      .updateTable('classes')
      .set({ startsAt: scene.at(-60), durationMinutes: 60 })
      .where('id', '=', classId)
      .execute();
    await scene.pay(paymentId);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('gives the money back when the class was moved while it was being paid and has begun before it came', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    await scene.community.db
      .updateTable('classes')
      .set({ startsAt: scene.at(15), movedAt: scene.at(5), durationMinutes: 60 })
      .where('id', '=', classId)
      .execute();
    scene.afterMinutes(20);
    await scene.pay(paymentId);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it.each([
    ['was suspended', { bannedAt: new Date() }],
    ['deleted their account', { bannedAt: new Date(), deletedAt: new Date() }],
  ])('gives the money back, and charges no more, when who paid %s meanwhile', async (_what, gone) => {
    const person = await scene.community.person();
    const { paymentId } = (await scene.buyPlan(person, 'basic')).body;
    await scene.community.db.updateTable('users').set(gone).where('id', '=', person.id).execute();
    await scene.pay(paymentId);
    await scene.settle();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    const { endedAt } = await scene.community.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('userId', '=', person.id)
      .executeTakeFirstOrThrow();
    expect(endedAt).not.toBeNull();
    const memberships = scene.community.db
      .selectFrom('userMemberships')
      .select('tier')
      .where('userId', '=', person.id);
    expect(await memberships.execute()).toEqual([]);
  });

  it('gives the money back when another amount was paid than was asked', async () => {
    const person = await scene.community.person();
    const { paymentId } = (await scene.buyPlan(person, 'basic')).body;
    await askLess(paymentId);
    await scene.pay(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'completed',
      refundReason: 'Ya no se pudo dar lo que se pagó.',
    });
    expect((await scene.planOf(person)).membership).toBeNull();
    await scene.settle();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await noticesOf(scene.community, person)).toEqual(['payments.sent-back', 'payments.refunded']);
    // The subscription that began with it ends, so that no month follows.
    const subscriptions = await scene.community.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('userId', '=', person.id)
      .execute();
    expect(subscriptions.map(({ endedAt }) => endedAt !== null)).toEqual([true]);
  });

  it.each([
    ['who paid was suspended', async (_payment: string, id: string) => ban(id)],
    ['another amount was paid', async (paymentId: string) => askLess(paymentId)],
  ])('releases the held seat as it gives the money back because %s', async (_what, change) => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = (await scene.buySeat(person, classId)).body;
    await change(paymentId, person.id);
    await scene.pay(paymentId);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it('keeps the method, the teacher’s share and the instant, and tells the student once', async () => {
    const classId = await scene.newClass();
    const { person, paymentId } = await scene.seatBuyer(classId);
    const completed = await paymentRow(scene.community, paymentId);
    expect(completed).toMatchObject({
      status: 'completed',
      method: 'card',
      completedAt: scene.start,
      teacherId: scene.teacher.id,
      teacherShareCents: 2331,
      platformShareCents: 999,
    });
    scene.afterMinutes(5);
    await scene.deliverWebhook(paymentId);
    await scene.settle();
    expect(await paymentRow(scene.community, paymentId)).toEqual(completed);
    expect(await noticesOf(scene.community, person)).toEqual(['classes.seat-bought']);
  });

  it('begins a subscription with the first month of a plan', async () => {
    const { person, paymentId, subscription } = await scene.subscriber('premium');
    const { paidUntil } = await paymentRow(scene.community, paymentId);
    const kept = await scene.community.db
      .selectFrom('subscriptions')
      .select(['ref', 'provider', 'tier', 'paidUntil', 'endedAt'])
      .where('userId', '=', person.id)
      .execute();
    expect(kept).toEqual([{ ref: subscription, provider: name, tier: 'premium', paidUntil, endedAt: null }]);
  });
});
