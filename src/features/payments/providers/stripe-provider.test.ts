import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buySeat } from '#features/classes/contract.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertClass } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { newScene, paymentRow, type Scene, statusOf } from '../../../testing/payment-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import type { StripeStandIn } from '../../../testing/stand-ins/stripe.ts';
import { takeVoucher } from '../../../testing/stand-ins/stripe-books.ts';
import { dropPayment, paymentRefusals } from '../contract.ts';
import { paymentInvariants } from '../payment-invariants.ts';

/** Stripe's own client, connected to a stand-in that fails as real services do. */
let scene: Scene;
let stripe: StripeStandIn;
let teacher: Person;
const start = new Date();
const minute = 60_000;
beforeAll(async () => {
  scene = await newScene('stripe');
  stripe = scene.stripe!;
  teacher = await scene.community.person({ role: 'teacher', verified: true });
});
beforeEach(() => {
  scene.community.setNow(start);
  stripe.faults.length = 0;
  stripe.asked.length = 0;
  stripe.down = false;
});
afterAll(async () => {
  expect(await findBroken(scene.community.db, paymentInvariants)).toEqual([]);
  await scene.close();
});

const after = (minutes: number) => scene.community.setNow(new Date(start.getTime() + minutes * minute));
const newClass = (facts: Parameters<typeof insertClass>[2] = {}) =>
  insertClass(scene.community.db, teacher, {
    startsAt: new Date(start.getTime() + 10 * 24 * 60 * minute),
    requiredTier: 'vip',
    ...facts,
  });
const ask = (person: Person, classId: string) =>
  scene.community.request(person, 'POST', `/api/classes/${classId}/seat-checkout`, {});
const buy = (person: Person, classId: string) => answerOf(ask(person, classId), buySeat);
const refOf = async (paymentId: string) => (await paymentRow(scene.community, paymentId)).checkoutRef ?? '';

async function paid(): Promise<{ person: Person; paymentId: string; ref: string }> {
  const person = await scene.community.person();
  const { paymentId } = await buy(person, await newClass());
  const ref = await refOf(paymentId);
  await scene.outside.pay(ref);
  await scene.outside.deliver(scene.outside.aboutCheckout(ref));
  expect(await statusOf(scene.community, paymentId)).toBe('completed');
  return { person, paymentId, ref };
}

describe('startCheckout with Stripe', () => {
  it.each([
    ['cut off after Stripe had acted', 'cut-after-acting'],
    ['answered with an error', 'server-error'],
  ] as const)('retries a request that is %s under its key, and opens one checkout', async (_what, fault) => {
    const person = await scene.community.person();
    const classId = await newClass();
    const before = stripe.books.sessions.size;
    stripe.faults.push(fault);
    expect((await ask(person, classId)).status).toBe(200);
    expect(stripe.books.sessions.size - before).toBe(1);
    expect(stripe.asked.filter((each) => each === 'POST /v1/checkout/sessions')).toHaveLength(2);
  });

  it('retries a request that is not answered at all under its key, and opens one checkout', async () => {
    const impatient = await newScene('stripe', { timeoutMs: 3000 });
    onTestFinished(() => impatient.close());
    const { community, stripe: stalling } = impatient;
    const classId = await insertClass(
      community.db,
      await community.person({ role: 'teacher', verified: true }),
      {
        startsAt: new Date(Date.now() + 10 * 24 * 60 * minute),
        requiredTier: 'vip',
      },
    );
    stalling?.faults.push('stall');
    const checkout = `/api/classes/${classId}/seat-checkout`;
    expect((await community.request(await community.person(), 'POST', checkout, {})).status).toBe(200);
    expect(stalling?.books.sessions.size).toBe(1);
    const opened = stalling?.asked.filter((each) => each === 'POST /v1/checkout/sessions') ?? [];
    expect(opened.length).toBeGreaterThan(1);
  });

  it('finds the same payment and the same checkout after an answer was lost', async () => {
    const person = await scene.community.person();
    const classId = await newClass();
    const before = stripe.books.sessions.size;
    stripe.faults.push('cut-after-acting', 'cut-after-acting', 'cut-after-acting', 'cut-after-acting');
    await expect(ask(person, classId)).toBeRefused(paymentRefusals.away);
    stripe.faults.length = 0;
    expect((await ask(person, classId)).status).toBe(200);
    expect(stripe.books.sessions.size - before).toBe(1);
    const rows = await scene.community.db
      .selectFrom('payments')
      .select('id')
      .where('userId', '=', person.id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it('refuses with payments/away while Stripe rejects too many requests, and succeeds later', async () => {
    const person = await scene.community.person();
    const classId = await newClass();
    stripe.faults.push('too-many', 'too-many', 'too-many');
    expect((await ask(person, classId)).status).toBe(503);
    stripe.faults.length = 0;
    expect((await ask(person, classId)).status).toBe(200);
  });

  it('settles a checkout whose id was never stored', async () => {
    const person = await scene.community.person();
    const { paymentId } = await buy(person, await newClass());
    const ref = await refOf(paymentId);
    // As if this process had died between Stripe's answer and storing it.
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
  });

  it('offers a voucher only for pesos, and only with time to pay it', async () => {
    const person = await scene.community.person();
    const offered = async (facts: Parameters<typeof insertClass>[2]) => {
      const { paymentId } = await buy(person, await newClass(facts));
      return stripe.books.sessions.get(await refOf(paymentId))?.allowed_payment_method_types;
    };
    expect(await offered({ currency: 'MXN', priceCents: 6000 })).toEqual(['card', 'oxxo']);
    expect(await offered({ currency: 'USD' })).toEqual(['card']);
    const soon = new Date(start.getTime() + 24 * 60 * minute);
    expect(await offered({ currency: 'MXN', priceCents: 6000, startsAt: soon })).toEqual(['card']);
  });
});

describe('an outage of Stripe for half an hour', () => {
  it('loses no payment and doubles none', async () => {
    const people = await Promise.all([1, 2, 3].map(() => scene.community.person()));
    const payments: string[] = [];
    for (const person of people) payments.push((await buy(person, await newClass())).paymentId);
    for (const id of payments) await scene.outside.pay(await refOf(id));
    stripe.down = true;
    for (const id of payments) {
      const ref = await refOf(id);
      expect((await scene.outside.deliver(scene.outside.aboutCheckout(ref))).status).toBeGreaterThanOrEqual(
        500,
      );
    }
    for (let minutes = 3; minutes <= 33; minutes += 3) {
      after(minutes);
      await scene.settle();
    }
    for (const id of payments) expect(await statusOf(scene.community, id)).toBe('pending');
    stripe.down = false;
    for (let minutes = 36; minutes <= 69; minutes += 3) {
      after(minutes);
      await Promise.all([scene.settle(), scene.settle()]);
    }
    for (const id of payments) expect(await statusOf(scene.community, id)).toBe('completed');
    for (const person of people) {
      expect(await noticeKindsOf(scene.community, person)).toEqual(['classes.seat-bought']);
    }
  }, 60_000);
});

describe('makeRefunds with Stripe', () => {
  it('makes one refund when the answer was lost', async () => {
    const { paymentId } = await paid();
    const admin = await scene.community.person({ role: 'admin' });
    await scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
    const before = stripe.books.refunds.size;
    stripe.faults.push('cut-after-acting', 'cut-after-acting', 'cut-after-acting', 'cut-after-acting');
    await scene.refund();
    expect(stripe.books.refunds.size - before).toBe(1);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    const due = await scene.community.db
      .selectFrom('dueWork')
      .selectAll()
      .where('kind', '=', 'refund-payment')
      .execute();
    expect(due).toMatchObject([{ kind: 'refund-payment', attempts: 1, lastError: expect.any(String) }]);
    stripe.faults.length = 0;
    after(3);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect(stripe.books.refunds.size - before).toBe(1);
  });

  it("notes a refund made in Stripe's dashboard, and does not make it again", async () => {
    const { person, paymentId } = await paid();
    const { paymentRef } = await paymentRow(scene.community, paymentId);
    stripe.books.refunds.set('re_by_hand', {
      id: 're_by_hand',
      payment_intent: paymentRef,
      amount: 300,
      status: 'succeeded',
    });
    const delivery = await scene.outside.deliver(
      stripe.event('charge.refunded', { id: 'ch_1', payment_intent: paymentRef }),
    );
    expect(delivery.status).toBe(200);
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: 're_by_hand',
    });
    expect(await noticeKindsOf(scene.community, person)).toContain('payments.refunded');
  });

  it('finds a refund made in the dashboard, and ignores one of a part', async () => {
    const { paymentId } = await paid();
    const { paymentRef } = await paymentRow(scene.community, paymentId);
    const half = { id: 're_half', payment_intent: paymentRef, amount: 100, status: 'succeeded' };
    stripe.books.refunds.set('re_half', half);
    await scene.outside.deliver(stripe.event('charge.refunded', { id: 'ch_2', payment_intent: paymentRef }));
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    half.amount = 300;
    const admin = await scene.community.person({ role: 'admin' });
    await scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
    await scene.refund();
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'refunded',
      refundRef: 're_half',
    });
  });

  it('gives back once what is left after a part was refunded in the dashboard, also when the answer was lost', async () => {
    const { paymentId } = await paid();
    const { paymentRef } = await paymentRow(scene.community, paymentId);
    stripe.books.refunds.set('re_part', {
      id: 're_part',
      payment_intent: paymentRef,
      amount: 100,
      status: 'succeeded',
    });
    const admin = await scene.community.person({ role: 'admin' });
    await scene.community.request(admin, 'POST', `/api/payments/${paymentId}/refund`, { reason: 'Lo pidió' });
    // The whole is refused, and what was given back is read.
    stripe.faults.push(null, null, 'cut-after-acting', 'cut-after-acting', 'cut-after-acting');
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    after(3);
    await scene.refund();
    const amounts = [...stripe.books.refunds.values()].flatMap(({ payment_intent, amount }) =>
      payment_intent === paymentRef ? [amount] : [],
    );
    expect(amounts).toEqual([100, 200]);
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
  });
});

describe('receiveWebhook with Stripe', () => {
  it('refuses a message with an old or a foreign signature', async () => {
    const { ref } = await paid();
    const old = Math.floor(Date.now() / 1000) - 3600;
    for (const wrong of [{ at: old }, { secret: 'whsec_another' }]) {
      const message = stripe.event('checkout.session.completed', { id: ref }, wrong);
      expect((await scene.outside.deliver(message)).status).toBe(400);
    }
  });

  it('accepts messages of other kinds and about objects that are not ours', async () => {
    const kinds = [
      stripe.event('customer.created', { id: 'cus_1' }),
      stripe.event('checkout.session.completed', { id: 'cs_elsewhere' }),
      stripe.event('invoice.paid', {
        id: 'in_1',
        parent: { subscription_details: { subscription: 'sub_elsewhere' } },
      }),
      stripe.event('charge.refunded', { id: 'ch_9', payment_intent: null }),
    ];
    for (const message of kinds) expect((await scene.outside.deliver(message)).status).toBe(200);
  });

  it('needs no cookie and no origin, as servers send none', async () => {
    const { rawBody, signature } = stripe.event('customer.created', { id: 'cus_2' });
    const answer = await scene.community.api.request('/api/payments/webhooks/stripe', {
      method: 'POST',
      body: rawBody,
      headers: { 'stripe-signature': signature },
    });
    expect(answer.status).toBe(200);
  });

  it('refuses a message that is too large without reading it', async () => {
    const answer = await scene.community.api.request('/api/payments/webhooks/stripe', {
      method: 'POST',
      body: 'x'.repeat(300 * 1024),
      headers: { 'content-length': String(300 * 1024) },
    });
    expect(answer.status).toBe(413);
  });
});

it('a student who gives the payment up cancels its voucher at Stripe', async () => {
  const person = await scene.community.person();
  const { paymentId } = await buy(person, await newClass({ currency: 'MXN', priceCents: 6000 }));
  const ref = await refOf(paymentId);
  const session = takeVoucher(stripe.books, ref, new Date(start.getTime() + 48 * 60 * minute));
  await scene.outside.deliver(scene.outside.aboutCheckout(ref));
  const dropped = await answerOf(
    scene.community.request(person, 'POST', `/api/payments/${paymentId}/drop`, {}),
    dropPayment,
  );
  expect(dropped.status).toBe('failed');
  expect(stripe.books.intents.get(String(session.payment_intent))?.status).toBe('canceled');
});
