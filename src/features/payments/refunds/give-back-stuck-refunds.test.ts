import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimDue } from '#server/jobs/claim-due.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { dayMs } from '#shared/time/durations.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { paymentRow, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { listPayments, paymentRefusals, readTotals } from '../contract.ts';
import { refundWork } from '../payment-work.ts';
import { giveBackOtherwise } from './give-back-otherwise.ts';
import { makeRefunds } from './make-refunds.ts';

/* What these tests guarantee: a refund that the provider never makes is no dead end. An administrator gives the money
 * back in another way, and what was bought is taken back then. */

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('stripe');
});
beforeEach(async () => {
  scene.afterMinutes(0);
  scene.stripe!.down = false;
  await sql`delete from due_work`.execute(scene.community.db);
});
afterAll(() => scene.close());

const stripe = () => scene.stripe!;
const intentOf = async (paymentId: string) => (await paymentRow(scene.community, paymentId)).paymentRef ?? '';

/** Tries a refund that was asked for, and fails each time, so often. */
async function failRefund(paymentId: string, times: number, refund = scene.refund): Promise<void> {
  expect((await scene.askRefund(paymentId)).status).toBe(200);
  for (let nth = 0; nth < times; nth++) {
    scene.afterMinutes(nth * 60);
    await refund();
  }
  expect(await statusOf(scene.community, paymentId)).toBe('completed');
}

/** A seat whose payment Stripe does not know any more, because another account took the place of the one before. */
async function forgottenSeat() {
  const classId = await scene.newClass();
  const { person, paymentId } = await scene.seatBuyer(classId);
  await scene.settle();
  stripe().books.intents.delete(await intentOf(paymentId));
  return { classId, person, paymentId };
}

/** A seat whose refund failed while Stripe was away. */
async function seatRefundedAway() {
  const classId = await scene.newClass();
  const { person, paymentId } = await scene.seatBuyer(classId);
  stripe().down = true;
  await failRefund(paymentId, 4);
  return { classId, person, paymentId };
}

async function refundAtStripe(paymentId: string): Promise<void> {
  const payment_intent = await intentOf(paymentId);
  const id = `re_${paymentId}`;
  stripe().books.refunds.set(id, { id, payment_intent, amount: 3330, status: 'succeeded' });
}

const given = { method: 'cash', reason: 'Vino por él a la oficina' } as const;
const giveBack = (paymentId: string) =>
  scene.community.request(scene.admin, 'POST', `/api/payments/${paymentId}/given-back`, given);
const get = (path: string) => scene.community.request(scene.admin, 'GET', `/api/payments${path}`);
const offered = async (paymentId: string) => {
  const { items } = await answerOf(get('?status=refunding'), listPayments);
  return items.find(({ id }) => id === paymentId)?.allowed.giveBack;
};

async function stuck(): Promise<string[]> {
  const kinds = (await findStuck(await scene.community.ctxFor())).map(({ kind }) => kind);
  return kinds.filter((kind) => ['refund-payment', 'failed-refund', 'given-back'].includes(kind));
}

async function owed(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(owed_cents), 0)::int as cents from teacher_movements
    where teacher_id = ${scene.teacher.id}`.execute(scene.community.db);
  return rows[0]?.cents ?? 0;
}

describe('a refund that the provider can never make', () => {
  it('is given back in cash once it has failed four times, which takes back the seat, the share and the revenue', async () => {
    const before = await owed();
    const { classId, person, paymentId } = await forgottenSeat();
    await failRefund(paymentId, 3);
    expect(await offered(paymentId)).toBe(paymentRefusals.refundHolds.code);
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.refundHolds);
    scene.afterMinutes(200);
    await scene.refund();
    expect(await offered(paymentId)).toBeNull();
    expect(await stuck()).toEqual(['refund-payment']);
    expect(await scene.seatOf(classId, person)).toBeDefined();

    const answers = await Promise.all(Array.from({ length: 3 }, () => giveBack(paymentId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: null,
      refundReason: 'Lo pidió',
      givenBackMethod: 'cash',
      givenBackBy: scene.admin.id,
    });
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(await owed()).toBe(before);
    const sums = get(`/totals?search=${encodeURIComponent(person.email)}`);
    expect((await answerOf(sums, readTotals)).items).toMatchObject([
      { completedCents: 0, refundedCents: 3330, owedBackCents: 0 },
    ]);
    // No notice says that the card gets it back.
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.given-back-in-cash',
    ]);
  });

  it('is not tried again after its money was given back, and is stuck no longer', async () => {
    const { paymentId } = await forgottenSeat();
    await failRefund(paymentId, 4);
    expect((await giveBack(paymentId)).status).toBe(200);
    const asked = stripe().asked.length;
    for (const days of [1, 2, 3]) {
      scene.afterDays(days);
      await scene.refund();
      await scene.settle();
    }
    expect(stripe().asked).toHaveLength(asked);
    expect(await stuck()).toEqual([]);
  });

  it('of a plan takes back the plan', async () => {
    const { person, paymentId, subscription } = await scene.subscriber('basic');
    stripe().books.invoices.clear();
    stripe().books.subscriptions.delete(subscription);
    await failRefund(paymentId, 4);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic' });
    expect((await giveBack(paymentId)).status).toBe(200);
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('is given back in another way also where the settings no longer name its provider', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    const { community, admin } = scene;
    const providers = { ...community.providers, find: () => undefined };
    await failRefund(paymentId, 4, () => community.runDue(makeRefunds(providers)));
    const ctx = await community.ctxFor(admin);
    const noted = await giveBackOtherwise(ctx, providers, { id: paymentId, ...given }, undefined);
    expect(noted).toMatchObject({
      status: 'refunded',
      person: { id: person.id },
      givenBack: { method: 'cash' },
    });
    await scene.settle();
    expect(await stuck()).toEqual([]);
  });
});

describe('a refund that failed four times because the provider was away', () => {
  it('is not given back in another way while the provider cannot be asked', async () => {
    const { paymentId } = await seatRefundedAway();
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.providerAway);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });

  it('is not given back in another way where the provider made it and its answer was lost', async () => {
    const { classId, person, paymentId } = await seatRefundedAway();
    stripe().down = false;
    await refundAtStripe(paymentId);
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.refundHolds);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: `re_${paymentId}`,
      refundFailedAt: null,
      givenBackAt: null,
    });
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });

  it('is not given back in another way while a process tries it again', async () => {
    const { paymentId } = await seatRefundedAway();
    stripe().down = false;
    const process = await scene.community.ctxFor();
    await claimDue(process, refundWork, { subjects: [paymentId], aheadMs: dayMs });
    await expect(giveBack(paymentId)).toBeRefused(paymentRefusals.refundHolds);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });

  it.each(['charge.refunded', null])(
    'is a conflict where the provider makes it after its money was given back (told by %s)',
    async (event) => {
      const { paymentId } = await seatRefundedAway();
      stripe().down = false;
      expect((await giveBack(paymentId)).status).toBe(200);
      await scene.settle();
      expect(await stuck()).toEqual([]);
      await refundAtStripe(paymentId);
      const told = { payment_intent: await intentOf(paymentId) };
      if (event) await scene.outside.deliver(stripe().event(event, told));
      else scene.afterDays(2);
      await scene.settle();
      expect(await stuck()).toEqual(['given-back']);
      expect((await paymentRow(scene.community, paymentId)).givenBackTwiceAt).not.toBeNull();
    },
  );
});
