import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { releaseOverdueSeats } from '#features/classes/seats/release-overdue-seats.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { listPayments, readOwnPayment, readTotals } from '../contract.ts';

describe.each(sceneNames)('completePayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  const ban = (id: string) =>
    scene.community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', id).execute();
  /** The provider takes another amount than was asked. */
  const charge = async (paymentId: string, cents: number) =>
    scene.outside.charge(await scene.refOf(paymentId), cents);
  /** What the provider was asked to give back, by the stand-in of Stripe; the test provider moves no money. */
  const givenBack = () =>
    [...(scene.stripe?.books.refunds.values() ?? [])].map(({ amount }) => amount).slice(-1);

  it('gives the money back when the seat went to another student meanwhile', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
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
    expect(await noticeKindsOf(scene.community, person)).toEqual(['payments.sent-back', 'payments.refunded']);
    expect((await scene.seatOf(classId, other.person))?.paymentId).toBe(other.paymentId);
  });

  it('gives the money back when the class was cancelled meanwhile', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
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
    const { paymentId } = await scene.buySeat(person, classId);
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
    const { paymentId } = await scene.buySeat(person, classId);
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
    const { paymentId } = await scene.buyPlan(person, 'basic');
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
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await charge(paymentId, 100);
    await scene.pay(paymentId);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'completed',
      paidCents: 100,
      paidCurrency: 'USD',
      refundReason: 'undeliverable',
    });
    expect((await scene.planOf(person)).membership).toBeNull();
    await scene.settle();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await noticeKindsOf(scene.community, person)).toEqual(['payments.sent-back', 'payments.refunded']);
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
    ['less was paid', async (paymentId: string) => charge(paymentId, 100)],
    ['more was paid', async (paymentId: string) => charge(paymentId, 9990)],
  ])('releases the held seat as it gives the money back because %s', async (_what, change) => {
    const classId = await scene.newClass({ maxStudents: 1 });
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    await change(paymentId, person.id);
    await scene.pay(paymentId);
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });

  it.each([
    ['less', 100],
    ['more', 9990],
  ])('gives back what was paid, and tells it, when %s was paid than was asked', async (_what, cents) => {
    const { community } = scene;
    const person = await community.person();
    const classId = await scene.newClass();
    const { paymentId } = await scene.buySeat(person, classId);
    await charge(paymentId, cents);
    await scene.pay(paymentId);
    await scene.refund();
    expect(await statusOf(community, paymentId)).toBe('refunded');
    if (scene.stripe) expect(givenBack()).toEqual([cents]);
    const notices = await community.db
      .selectFrom('notifications')
      .select('detail')
      .where('userId', '=', person.id)
      .where('kind', 'like', 'payments.%')
      .execute();
    expect(notices).toHaveLength(2);
    for (const { detail } of notices) expect(detail).toMatchObject({ amountCents: cents, currency: 'MXN' });
    const paidOtherwise = { amountCents: cents, currency: 'MXN' };
    const own = await answerOf(
      community.request(person, 'GET', `/api/payments/${paymentId}`),
      readOwnPayment,
    );
    expect(own).toMatchObject({ amountCents: 3330, paidOtherwise });
    const search = `search=${encodeURIComponent(person.email)}`;
    const all = await answerOf(
      community.request(scene.admin, 'GET', `/api/payments?${search}`),
      listPayments,
    );
    expect(all.items).toMatchObject([{ amountCents: 3330, paidOtherwise }]);
    const sums = await answerOf(
      community.request(scene.admin, 'GET', `/api/payments/totals?${search}`),
      readTotals,
    );
    expect(sums.items).toMatchObject([{ currency: 'MXN', completedCents: 0, refundedCents: cents }]);
  });

  it('stores no other amount of a payment that was paid as it was asked', async () => {
    const { paymentId } = await scene.seatBuyer(await scene.newClass());
    const row = await paymentRow(scene.community, paymentId);
    expect(row).toMatchObject({ amountCents: 3330, paidCents: null, paidCurrency: null });
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
    expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
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
