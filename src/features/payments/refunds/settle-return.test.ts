import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readWaiting } from '#features/admin/contract.ts';
import { findStuck } from '#server/jobs/find-stuck.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { paymentRow, statusOf } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { disputeAtStripe, failAtStripe } from '../../../testing/stand-ins/stripe-books.ts';
import { readOwnPayment } from '../contract.ts';

/* What these tests guarantee: what becomes of a payment's money at Stripe after it was paid reaches the books, or an
 * administrator. */

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('stripe');
});
beforeEach(async () => {
  scene.afterMinutes(0);
  await sql`delete from due_work`.execute(scene.community.db);
});
afterAll(() => scene.close());

const stripe = () => scene.stripe!;
const refOf = async (paymentId: string) => (await paymentRow(scene.community, paymentId)).paymentRef ?? '';

/** Stripe says that something of that kind happened to a payment, over the wire. */
async function tell(type: string, paymentId: string, object: Record<string, unknown> = {}): Promise<void> {
  const message = stripe().event(type, { ...object, payment_intent: await refOf(paymentId) });
  expect((await scene.outside.deliver(message)).status).toBe(200);
}

/** A dispute moves to a state; with an event, Stripe tells of it. */
async function dispute(paymentId: string, status: string, event?: string): Promise<void> {
  const row = disputeAtStripe(stripe().books, await refOf(paymentId), status);
  if (event) await tell(`charge.dispute.${event}`, paymentId, row);
}

/** What an administrator sees in the overview. */
async function stuck(): Promise<{ kind: string; count: number }[]> {
  const { stuck } = await answerOf(
    scene.community.request(scene.admin, 'GET', '/api/admin/waiting'),
    readWaiting,
  );
  const inDoctor = await findStuck(await scene.community.ctxFor());
  expect(inDoctor.map(({ kind }) => kind)).toEqual(stuck.map(({ kind }) => kind));
  // Letters and classes have no process of theirs here.
  const ofMoney = stuck.filter(({ kind }) => ['answer-dispute', 'failed-refund'].includes(kind));
  return ofMoney.map(({ kind, count }) => ({ kind, count }));
}

async function owed(): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(owed_cents), 0)::int as cents from teacher_movements
    where teacher_id = ${scene.teacher.id}`.execute(scene.community.db);
  return rows[0]?.cents ?? 0;
}

describe('a dispute', () => {
  it('that is open waits for an administrator, and leaves the seat and the share; won, nothing is left of it', async () => {
    const classId = await scene.newClass();
    const before = await owed();
    const { person, paymentId } = await scene.seatBuyer(classId);
    await dispute(paymentId, 'needs_response', 'created');
    await scene.settle();
    expect(await stuck()).toEqual([{ kind: 'answer-dispute', count: 1 }]);
    expect(await scene.seatOf(classId, person)).toBeDefined();
    expect((await owed()) - before).toBe(2331);
    await dispute(paymentId, 'won', 'closed');
    await scene.settle();
    expect(await stuck()).toEqual([]);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });

  it('that is lost takes back the seat and the teacher’s share, as a refund does', async () => {
    const classId = await scene.newClass();
    const before = await owed();
    const { person, paymentId } = await scene.seatBuyer(classId);
    await dispute(paymentId, 'needs_response', 'created');
    await dispute(paymentId, 'lost', 'closed');
    await scene.settle();
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: expect.stringMatching(/^du_/),
      refundReason: 'lost-dispute',
    });
    expect(await scene.seatOf(classId, person)).toBeUndefined();
    expect(await owed()).toBe(before);
    expect(await stuck()).toEqual([]);
    // The bank took the money: nothing says that Sumi gave it back.
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.returned-by-bank',
    ]);
    const own = await answerOf(
      scene.community.request(person, 'GET', `/api/payments/${paymentId}`),
      readOwnPayment,
    );
    expect(own).toMatchObject({ status: 'refunded', refundedByBank: true, owedBack: false });
  });

  it('that is lost after the refund failed tells the payer that the bank took the money', async () => {
    const { person, paymentId } = await scene.seatBuyer(await scene.newClass());
    await scene.askRefund(paymentId);
    await scene.refund();
    failAtStripe(stripe().books, await refOf(paymentId));
    await tell('refund.failed', paymentId);
    await dispute(paymentId, 'lost', 'closed');
    await scene.settle();
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: expect.stringMatching(/^du_/),
      refundedByBank: true,
      refundFailedAt: null,
    });
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'classes.seat-bought',
      'payments.refunded',
      'payments.returned-by-bank',
    ]);
    expect(await stuck()).toEqual([]);
  });

  it('that is lost ends the plan whose month it was', async () => {
    const { person, paymentId } = await scene.subscriber('premium');
    await dispute(paymentId, 'lost', 'closed');
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('whose end no webhook told is read within hours', async () => {
    const { paymentId } = await scene.seatBuyer(await scene.newClass());
    await dispute(paymentId, 'under_review', 'created');
    await scene.settle();
    await dispute(paymentId, 'lost');
    scene.afterMinutes(7 * 60);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await stuck()).toEqual([]);
  });

  it('that was an inquiry and came to nothing takes nothing back', async () => {
    const { paymentId } = await scene.seatBuyer(await scene.newClass());
    await dispute(paymentId, 'warning_needs_response', 'created');
    await scene.settle();
    expect(await stuck()).toEqual([{ kind: 'answer-dispute', count: 1 }]);
    await dispute(paymentId, 'warning_closed', 'closed');
    await scene.settle();
    expect(await stuck()).toEqual([]);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
  });
});

describe('a refund that fails after it was made', () => {
  async function failedRefund(event: string): Promise<string> {
    const { paymentId } = await scene.seatBuyer(await scene.newClass());
    await scene.askRefund(paymentId);
    await scene.refund();
    await tell(event, paymentId, failAtStripe(stripe().books, await refOf(paymentId)));
    await scene.settle();
    return paymentId;
  }

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
    'is among what is stuck once Stripe tells it by %s, until it was made again',
    async (event) => {
      const paymentId = await failedRefund(event);
      expect(await stuck()).toEqual([{ kind: 'failed-refund', count: 1 }]);
      const again = { id: `re_${event}`, payment_intent: await refOf(paymentId), amount: 3330 };
      stripe().books.refunds.set(again.id, { ...again, status: 'succeeded' });
      await tell('charge.refunded', paymentId);
      await scene.settle();
      expect(await stuck()).toEqual([]);
      expect(await paymentRow(scene.community, paymentId)).toMatchObject({
        status: 'refunded',
        refundRef: again.id,
      });
    },
  );

  it('is no longer shown after ninety days', async () => {
    await failedRefund('refund.failed');
    scene.afterDays(89);
    await scene.settle();
    expect(await stuck()).toEqual([{ kind: 'failed-refund', count: 1 }]);
    scene.afterDays(91);
    await scene.settle();
    expect(await stuck()).toEqual([]);
  });
});

describe('what Stripe tells before the payment is completed here', () => {
  it.each([
    ['a refund', 'refunded'],
    ['a lost dispute', 'disputed'],
  ] as const)('%s is read once it is, and takes back the seat', async (_what, kind) => {
    const classId = await scene.newClass();
    const person = await scene.community.person();
    const { paymentId } = await scene.buySeat(person, classId);
    const checkout = await scene.refOf(paymentId);
    await scene.outside.pay(checkout);
    const intent = String(stripe().books.sessions.get(checkout)?.payment_intent);
    if (kind === 'refunded') {
      stripe().books.refunds.set(`re_${intent}`, {
        id: `re_${intent}`,
        payment_intent: intent,
        amount: 3330,
        status: 'succeeded',
      });
    } else disputeAtStripe(stripe().books, intent, 'lost');
    const type = kind === 'refunded' ? 'charge.refunded' : 'charge.dispute.closed';
    const early = stripe().event(type, { payment_intent: intent });
    expect((await scene.outside.deliver(early)).status).toBe(200);
    await scene.deliverWebhook(paymentId);
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(await scene.seatOf(classId, person)).toBeUndefined();
  });
});
