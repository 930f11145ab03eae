import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { paymentRefusals, recordPayment } from '#features/payments/contract.ts';
import { applyMoneyBack } from '#features/payments/refunds/settle-return.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import type { Person } from '../../testing/community.ts';
import { paymentRow, statusOf } from '../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { membershipRefusals } from './contract.ts';

const day = 24 * 60 * 60_000;

type Act = () => Promise<void>;

let scene: PurchaseScene;
let person: Person;
beforeAll(async () => {
  scene = await purchaseScene('test');
});
beforeEach(async () => {
  scene.afterDays(0);
  person = await scene.community.person();
});
afterAll(() => scene.close());

/** An administrator records months that were paid in cash; answers the payment's id. */
async function payInCash({
  by = person,
  months = 1,
  amountCents = 1000,
  currency = 'USD',
}: {
  by?: Person;
  months?: number;
  amountCents?: number;
  currency?: string;
} = {}): Promise<string> {
  const cash = { kind: 'membership', tier: 'basic', months, amountCents, currency, method: 'cash' };
  return (await answerOf(scene.recordByHand({ personId: by.id, ...cash }), recordPayment)).id;
}

async function refund(paymentId: string): Promise<void> {
  expect((await scene.askRefund(paymentId)).status).toBe(200);
  await scene.refund();
}

/** How many days of the membership are left; 0 without one. */
async function daysLeft(): Promise<number> {
  const { membership } = await scene.planOf(person);
  const ends = new Date(membership?.endsAt ?? 0).getTime();
  return Math.max(0, Math.round((ends - scene.community.now().getTime()) / day));
}

describe('the refund of months that were paid by hand', () => {
  it('leaves the months that were paid after them as they are, once they are over', async () => {
    const first = await payInCash();
    scene.afterDays(25);
    await payInCash();
    scene.afterDays(40);
    const before = await daysLeft();
    expect(before).toBeGreaterThan(15);
    await refund(first);
    expect(await daysLeft()).toBe(before);
  });

  it('takes off the days of them that lie ahead', async () => {
    const first = await payInCash();
    const second = await payInCash();
    const both = await daysLeft();
    scene.afterDays(20);
    await refund(second);
    const one = await daysLeft();
    expect([28, 29, 30, 31]).toContain(both - 20 - one);
    await refund(first);
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('moves the months after them, and leaves those of another member where they are', async () => {
    const neighbour = await scene.community.person();
    const timesOf = ({ id }: Person) =>
      scene.community.db
        .selectFrom('payments')
        .select(['paidFrom', 'paidUntil'])
        .where('userId', '=', id)
        .orderBy('paidFrom')
        .execute();
    const first = await payInCash();
    await payInCash();
    for (let month = 0; month < 3; month++) await payInCash({ by: neighbour });
    const before = await timesOf(neighbour);
    const [, second] = await timesOf(person);
    await refund(first);
    expect((await timesOf(person)).at(-1)?.paidFrom).not.toEqual(second?.paidFrom);
    expect(await timesOf(neighbour)).toEqual(before);
  });

  it('leaves a membership that was given after them', async () => {
    const paymentId = await payInCash();
    const until = new Date(scene.start.getTime() + 200 * day).toISOString();
    scene.afterDays(1);
    const path = `/api/people/${person.id}/membership`;
    const given = await scene.community.request(scene.admin, 'PUT', path, { tier: 'basic', until });
    expect(given.status).toBe(200);
    await refund(paymentId);
    expect(await daysLeft()).toBe(199);
  });
});

describe('the refund of the running month of a subscription', () => {
  it.each([
    ['after it is refunded', (end: Act, giveBack: Act) => giveBack().then(end)],
    ['before it is refunded', (end: Act, giveBack: Act) => end().then(giveBack)],
  ])('ends the plan where the subscription ends at the provider %s', async (_order, run) => {
    const { person, paymentId, subscription } = await scene.subscriber('vip');
    scene.afterDays(1);
    await run(
      async () => {
        await scene.endAtProvider(subscription);
      },
      () => refund(paymentId),
    );
    expect((await scene.planOf(person)).membership).toBeNull();
  });
});

describe('two plans that are paid for at once', () => {
  it('leave the higher one, and the lower one is given back', async () => {
    const lower = (await scene.buyPlan(person, 'basic')).paymentId;
    await scene.outside.pay(await scene.refOf(lower));
    scene.afterMinutes(1);
    // Its checkout is closed next, and is paid already.
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await scene.outside.pay(await scene.refOf(higher));
    scene.afterMinutes(2);
    await scene.deliverWebhook(lower);
    await scene.deliverWebhook(higher);
    await scene.settle();
    await scene.refund();
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', cancelled: false });
    expect([await statusOf(scene.community, lower), await statusOf(scene.community, higher)]).toEqual([
      'refunded',
      'completed',
    ]);
  });

  it('leave the higher one in the other order too', async () => {
    const lower = (await scene.buyPlan(person, 'basic')).paymentId;
    await scene.outside.pay(await scene.refOf(lower));
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await scene.outside.pay(await scene.refOf(higher));
    await scene.deliverWebhook(higher);
    await scene.deliverWebhook(lower);
    await scene.settle();
    await scene.refund();
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip' });
    expect([await statusOf(scene.community, lower), await statusOf(scene.community, higher)]).toEqual([
      'refunded',
      'completed',
    ]);
  });

  it('keep the lower one whose rest was subtracted from the price of the higher one', async () => {
    const lower = (await scene.buyPlan(person, 'basic')).paymentId;
    await scene.pay(lower);
    scene.afterMinutes(1);
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await scene.pay(higher);
    await scene.settle();
    await scene.refund();
    expect(await statusOf(scene.community, lower)).toBe('completed');
  });
});

/** Basic, and a minute later vip, from whose price the rest of it was subtracted; answers the two payments. */
async function upgraded(): Promise<{ lower: string; higher: string }> {
  const lower = await scene.subscriber('basic');
  person = lower.person;
  scene.afterMinutes(1);
  const higher = (await scene.buyPlan(person, 'vip')).paymentId;
  await scene.pay(higher);
  expect(await paymentRow(scene.community, higher)).toMatchObject({ status: 'completed', amountCents: 2001 });
  scene.afterMinutes(5);
  return { lower: lower.paymentId, higher };
}

/** The payer's bank takes a payment back. */
async function takeBack(paymentId: string): Promise<void> {
  const ctx = { ...(await scene.community.ctxFor()), now: scene.community.now() };
  const payment = await paymentRow(scene.community, paymentId);
  const back = { ref: `du_${paymentId}`, byDispute: true, disputed: false, twice: false };
  await inTransaction(ctx, (ctx) => applyMoneyBack(ctx, scene.community.providers, payment, back));
}

describe('the checkout of a higher plan', () => {
  const isClosed = async (paymentId: string) => {
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('failed');
    await expect(scene.outside.pay(await scene.refOf(paymentId))).rejects.toThrow(/over/);
  };
  const set = async (tier: string, until: string | null = null) => {
    const path = `/api/people/${person.id}/membership`;
    const answer = await scene.community.request(scene.admin, 'PUT', path, { tier, until });
    expect(answer.status).toBe(200);
  };

  it('is closed when months are recorded by hand, and the next one costs less by them', async () => {
    const first = (await scene.buyPlan(person, 'vip')).paymentId;
    scene.afterMinutes(5);
    await payInCash();
    const second = (await scene.buyPlan(person, 'vip')).paymentId;
    expect(second).not.toBe(first);
    await isClosed(first);
    expect(await paymentRow(scene.community, second)).toMatchObject({ status: 'pending', amountCents: 2000 });
  });

  it('gives back months by hand that were recorded while it was being paid', async () => {
    const earlier = await payInCash();
    scene.afterMinutes(1);
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await scene.outside.pay(await scene.refOf(higher));
    scene.afterMinutes(5);
    const cash = await payInCash();
    await scene.deliverWebhook(higher);
    await scene.refund();
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip' });
    expect(await paymentRow(scene.community, cash)).toMatchObject({
      status: 'refunded',
      giveBackByHand: true,
    });
    // Its rest is in the price.
    expect(await statusOf(scene.community, earlier)).toBe('completed');
  });

  it('is closed when a month that was subtracted from its price is refunded', async () => {
    const lower = await scene.subscriber('basic');
    person = lower.person;
    scene.afterMinutes(1);
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    expect((await paymentRow(scene.community, higher)).amountCents).toBe(2001);
    scene.afterMinutes(5);
    await refund(lower.paymentId);
    await isClosed(higher);
    const next = (await scene.buyPlan(person, 'vip')).paymentId;
    expect((await paymentRow(scene.community, next)).amountCents).toBe(3000);
  });

  it('gives no plan for a lower price once the month that was subtracted is refunded', async () => {
    const lower = await scene.subscriber('basic');
    person = lower.person;
    scene.afterMinutes(1);
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await scene.outside.pay(await scene.refOf(higher));
    scene.afterMinutes(5);
    expect((await scene.askRefund(lower.paymentId)).status).toBe(200);
    await scene.deliverWebhook(higher);
    await scene.refund();
    await scene.settle();
    expect((await scene.planOf(person)).membership).toBeNull();
    expect(await statusOf(scene.community, higher)).toBe('refunded');
  });

  it('keeps what was subtracted from its price: that month is not refunded before it', async () => {
    const { lower, higher } = await upgraded();
    await expect(scene.askRefund(lower)).toBeRefused(paymentRefusals.restCredited);
    await refund(higher);
    await refund(lower);
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('goes back when the bank takes back the month that was subtracted from its price', async () => {
    const { lower, higher } = await upgraded();
    await takeBack(lower);
    await scene.refund();
    await scene.settle();
    expect(await statusOf(scene.community, lower)).toBe('refunded');
    expect(await statusOf(scene.community, higher)).toBe('refunded');
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('keeps a later month that was paid in full when the bank takes back the month before it', async () => {
    const { lower, higher } = await upgraded();
    const { subscriptionRef } = await paymentRow(scene.community, higher);
    scene.afterDays(32);
    await scene.renew(subscriptionRef ?? '');
    await takeBack(lower);
    await scene.refund();
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip' });
    expect(await statusOf(scene.community, higher)).toBe('completed');
  });

  it.each(['free', 'basic'])('is closed when an administrator sets the %s plan', async (tier) => {
    person = (await scene.subscriber('basic')).person;
    const higher = (await scene.buyPlan(person, 'vip')).paymentId;
    await set(tier);
    await isClosed(higher);
  });

  it('stays open when an administrator takes no plan away', async () => {
    const { paymentId } = await scene.buyPlan(person, 'vip');
    await set('free');
    await scene.settle();
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
  });
});

describe('a higher plan', () => {
  const offerOf = async (tier: string) =>
    (await scene.planOf(person)).offers.find((offer) => offer.tier === tier);

  it('costs less by all that was paid ahead', async () => {
    await payInCash();
    await payInCash();
    expect(await offerOf('vip')).toMatchObject({ action: 'upgrade', dueCents: 1000 });
  });

  it('costs less by the later month when the earlier of two was given back', async () => {
    const first = await payInCash();
    const second = await payInCash();
    await refund(first);
    expect(await offerOf('vip')).toMatchObject({ action: 'upgrade', dueCents: 2000 });
    scene.afterDays(15);
    const half = (await offerOf('vip'))?.dueCents ?? 0;
    expect(half).toBeGreaterThan(2400);
    expect(half).toBeLessThan(2600);
    await refund(second);
    expect(await offerOf('vip')).toMatchObject({ action: 'buy', dueCents: 3000 });
    expect(await daysLeft()).toBe(0);
  });

  it('costs less by each month that is left when the one between was given back while the first ran', async () => {
    await payInCash();
    const between = await payInCash();
    await payInCash({ amountCents: 900 });
    scene.afterDays(5);
    const paid = await daysLeft();
    await refund(between);
    expect([28, 29, 30, 31]).toContain(paid - (await daysLeft()));
    // Five days of the first month are used up, and nothing of the last.
    const { dueCents = 0 } = (await offerOf('vip')) ?? {};
    expect(dueCents).toBeGreaterThan(3000 - 900 - 1000 * (27 / 31));
    expect(dueCents).toBeLessThan(3000 - 900 - 1000 * (22 / 31));
  });

  it('costs what a card can be charged at least, in its currency, where less is left to pay', async () => {
    await payInCash({ amountCents: 2990 });
    expect(await offerOf('vip')).toMatchObject({ action: 'upgrade', dueCents: 50 });
    const price = (priceCents: number, currency: string) =>
      scene.community.db
        .updateTable('plans')
        .set({ priceCents, currency })
        .where('tier', '=', 'vip')
        .execute();
    onTestFinished(async () => void (await price(3000, 'USD')));
    await price(60_000, 'MXN');
    person = await scene.community.person();
    await payInCash({ amountCents: 59_500, currency: 'MXN' });
    expect(await offerOf('vip')).toMatchObject({ action: 'upgrade', dueCents: 1_000 });
  });

  it('waits where time ahead was paid in another currency, of which nothing could be subtracted', async () => {
    await payInCash({ months: 11, amountCents: 20_000, currency: 'MXN' });
    expect(await offerOf('vip')).toMatchObject({ action: 'none', refusal: 'memberships/after-this-one' });
    await expect(scene.askForPlan(person, 'vip')).toBeRefused(membershipRefusals.afterThisOne);
  });

  it('waits where more was paid ahead than a month of it costs', async () => {
    await payInCash({ months: 12, amountCents: 12_000 });
    expect(await offerOf('vip')).toMatchObject({ action: 'none', refusal: 'memberships/after-this-one' });
    await expect(scene.askForPlan(person, 'vip')).toBeRefused(membershipRefusals.afterThisOne);
  });
});
