import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { enrolRefusals } from '#features/classes/contract.ts';
import { buyMembership } from '#features/memberships/buy-membership.ts';
import { buyMembership as operation } from '#features/memberships/contract.ts';
import type { Ctx } from '#server/ctx.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { newCommunity } from '../../../testing/community.ts';
import { paymentRow, sceneNames, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { paymentRefusals } from '../contract.ts';

describe.each(sceneNames)('startCheckout with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  /** What ten requests of a person for one plan are answered, which all wait before a payment is written. */
  async function rush(change = (ctx: Ctx) => ctx) {
    const ctx = change(await scene.community.ctxFor(await scene.community.person()));
    const outcomes = await raceForTable(scene.community.db, 'payments', () =>
      Array.from({ length: 10 }, () => buyMembership(ctx, scene.community.providers, 'basic')),
    );
    return new Set(outcomes.map((one) => (one.status === 'fulfilled' ? one.value.paymentId : one.reason)));
  }

  it('opens one checkout and writes one payment for ten requests at once', async () => {
    scene.afterDays(0);
    const before = await scene.outside.checkouts();
    expect((await rush()).size).toBe(1);
    expect((await scene.outside.checkouts()) - before).toBe(1);
  });

  it('the control: answers ten requests at once differently without the lock of the person', async () => {
    scene.afterDays(0);
    expect((await rush(withoutRowLocks)).size).toBeGreaterThan(1);
  });

  it('begins a new payment when the price changed, and closes the earlier checkout', async () => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const first = await scene.buySeat(person, classId);
    await scene.community.db
      .updateTable('classes')
      .set({ priceCents: 5000 })
      .where('id', '=', classId)
      .execute();
    const second = await scene.buySeat(person, classId);
    expect(second.paymentId).not.toBe(first.paymentId);
    expect(await statusOf(scene.community, first.paymentId)).toBe('failed');
    expect(await paymentRow(scene.community, second.paymentId)).toMatchObject({
      status: 'pending',
      amountCents: 5000,
    });
    await expect(scene.outside.pay(await scene.refOf(first.paymentId))).rejects.toThrow(/over/);
  });

  it('closes the checkout of one plan when a member chooses another, and that of no other member', async () => {
    const person = await scene.community.person();
    const neighbours = await scene.buyPlan(await scene.community.person(), 'basic');
    const basic = await scene.buyPlan(person, 'basic');
    const premium = await scene.buyPlan(person, 'premium');
    await scene.settle();
    expect(await statusOf(scene.community, basic.paymentId)).toBe('failed');
    expect(await statusOf(scene.community, premium.paymentId)).toBe('pending');
    expect(await statusOf(scene.community, neighbours.paymentId)).toBe('pending');
  });

  it('keeps the quoted price of a plan that costs less by the unused rest of another', async () => {
    const { person } = await scene.subscriber('basic');
    scene.afterDays(10);
    const first = await scene.buyPlan(person, 'premium');
    const quoted = await paymentRow(scene.community, first.paymentId);
    scene.community.setNow(new Date(scene.community.now().getTime() + 10 * 60_000));
    const again = await scene.buyPlan(person, 'premium');
    expect(again.paymentId).toBe(first.paymentId);
    expect((await paymentRow(scene.community, again.paymentId)).amountCents).toBe(quoted.amountCents);
  });

  it('writes no payment for a class that is full', async () => {
    const classId = await scene.newClass({ maxStudents: 1 });
    await scene.seatBuyer(classId);
    const person = await scene.community.person();
    await expect(scene.askForSeat(person, classId)).toBeRefused(enrolRefusals.full);
    const rows = await scene.community.db
      .selectFrom('payments')
      .select('id')
      .where('userId', '=', person.id)
      .execute();
    expect(rows).toEqual([]);
  });
});

describe('startCheckout', () => {
  it('refuses when no provider is set up, and writes nothing', async () => {
    const community = await newCommunity({ payments: null });
    try {
      const person = await community.person();
      const answer = community.request(person, 'POST', '/api/memberships/mine/checkout', { tier: 'basic' });
      await expect(answer).toBeRefused(paymentRefusals.closed);
      expect(await community.db.selectFrom('payments').select('id').execute()).toEqual([]);
    } finally {
      await community.close();
    }
  });

  it('keeps the pending payment while the provider is away, and opens its checkout on the next request', async () => {
    const scene = await purchaseScene('stripe');
    try {
      const person = await scene.community.person();
      const buy = () =>
        scene.community.request(person, 'POST', '/api/memberships/mine/checkout', { tier: 'basic' });
      scene.stripe!.down = true;
      await expect(buy()).toBeRefused(paymentRefusals.away);
      const [begun] = await scene.community.db.selectFrom('payments').selectAll().execute();
      expect(begun).toMatchObject({ status: 'pending', checkoutRef: null, userId: person.id });
      scene.stripe!.down = false;
      expect((await answerOf(buy(), operation)).paymentId).toBe(begun?.id);
      expect(await scene.outside.checkouts()).toBe(1);
    } finally {
      await scene.close();
    }
  });
});
