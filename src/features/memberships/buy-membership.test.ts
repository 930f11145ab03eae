import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentInvariants } from '#features/payments/payment-invariants.ts';
import { findBroken } from '#server/db/find-broken.ts';
import type { Person } from '../../testing/community.ts';
import {
  asked,
  newScene,
  noticesOf,
  paymentRow,
  type Scene,
  sceneNames,
  statusOf,
} from '../../testing/payment-scene.ts';
import { endMemberships } from './end-memberships.ts';

type Started = { paymentId: string; url: string; code: string };
type Mine = {
  membership: {
    tier: string;
    endsAt: string;
    cancelled: boolean;
    inGrace: boolean;
    nextTier: string | null;
  } | null;
  offers: { tier: string; action: string; dueCents: number }[];
};

const day = 24 * 60 * 60_000;

describe.each(sceneNames)('with the %s provider', (name) => {
  let scene: Scene;
  const start = new Date();
  beforeAll(async () => {
    scene = await newScene(name, { poolSize: 30 });
  });
  afterAll(async () => {
    expect(await findBroken(scene.community.db, paymentInvariants)).toEqual([]);
    await scene.close();
  });
  const after = (days: number) => scene.community.setNow(new Date(start.getTime() + days * day));

  const checkout = (person: Person, tier: string) =>
    asked<Started>(scene.community, person, 'POST', '/api/memberships/mine/checkout', { tier });
  const mine = async (person: Person) =>
    (await asked<Mine>(scene.community, person, 'GET', '/api/memberships/mine')).said;
  const refOf = async (paymentId: string) => (await paymentRow(scene.community, paymentId)).checkoutRef ?? '';

  /** A person who has paid for a tier by subscription. */
  async function member(tier: string) {
    after(0);
    const person = await scene.community.person();
    const { paymentId } = (await checkout(person, tier)).said;
    await scene.outside.pay(await refOf(paymentId));
    await scene.outside.deliver(scene.outside.aboutCheckout(await refOf(paymentId)));
    const { subscriptionRef } = await paymentRow(scene.community, paymentId);
    return { person, paymentId, subscription: subscriptionRef ?? '' };
  }

  it('a plan is bought at its own price, and begins when the money is there', async () => {
    after(0);
    const person = await scene.community.person();
    const { status, said } = await checkout(person, 'premium');
    expect(status).toBe(200);
    expect(await paymentRow(scene.community, said.paymentId)).toMatchObject({
      status: 'pending',
      amountCents: 2000,
      userId: person.id,
    });
    expect((await mine(person)).membership).toBeNull();

    await scene.outside.pay(await refOf(said.paymentId));
    const told = await scene.outside.deliver(scene.outside.aboutCheckout(await refOf(said.paymentId)));
    expect(told.status).toBe(200);
    expect(await statusOf(scene.community, said.paymentId)).toBe('completed');
    expect((await mine(person)).membership).toMatchObject({ tier: 'premium', cancelled: false });
    const account = await asked<{ account: { tier: string; hasMembership: boolean } }>(
      scene.community,
      person,
      'GET',
      '/api/accounts/me',
    );
    expect(account.said.account).toMatchObject({ tier: 'premium', hasMembership: true });
    expect(await noticesOf(scene.community, person)).toEqual(['memberships.started']);
  });

  it('a member who asks ten times at the same time gets one payment and one checkout', async () => {
    after(0);
    const person = await scene.community.person();
    const before = await scene.outside.checkouts();
    const answers = await Promise.all(Array.from({ length: 10 }, () => checkout(person, 'basic')));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ said }) => `${said.paymentId} ${said.url}`)).size).toBe(1);
    expect((await scene.outside.checkouts()) - before).toBe(1);
  });

  it('one message a hundred times at once is acted on once', async () => {
    after(0);
    const person = await scene.community.person();
    const { paymentId } = (await checkout(person, 'basic')).said;
    await scene.outside.pay(await refOf(paymentId));
    const message = scene.outside.aboutCheckout(await refOf(paymentId));
    const answers = await Promise.all(Array.from({ length: 100 }, () => scene.outside.deliver(message)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await noticesOf(scene.community, person)).toEqual(['memberships.started']);
  });

  it('a message that is not signed is refused, and nothing changes', async () => {
    after(0);
    const person = await scene.community.person();
    const { paymentId } = (await checkout(person, 'basic')).said;
    await scene.outside.pay(await refOf(paymentId));
    const { rawBody, signature } = scene.outside.aboutCheckout(await refOf(paymentId));
    for (const wrong of [
      '',
      'v1=00',
      `${signature}0`,
      signature.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    ]) {
      expect((await scene.outside.deliver({ rawBody, signature: wrong })).status).toBe(400);
    }
    expect((await scene.outside.deliver({ rawBody: `${rawBody} `, signature })).status).toBe(400);
    expect(await statusOf(scene.community, paymentId)).toBe('pending');
  });

  it('each month is a payment of its own, and the plan goes on', async () => {
    const { person, subscription } = await member('basic');
    after(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    await scene.settle();
    const payments = await scene.community.db
      .selectFrom('payments')
      .select(['status', 'amountCents', 'checkoutRef'])
      .where('userId', '=', person.id)
      .orderBy('createdAt')
      .execute();
    expect(payments.map(({ status, amountCents }) => [status, amountCents])).toEqual([
      ['completed', 1000],
      ['completed', 1000],
    ]);
    const { membership } = await mine(person);
    expect(new Date(membership?.endsAt ?? 0).getTime()).toBeGreaterThan(start.getTime() + 55 * day);
    expect(await noticesOf(scene.community, person)).toEqual(['memberships.started', 'memberships.renewed']);
  });

  it('a month that cannot be charged leaves three days, and then the plan ends', async () => {
    const { person, subscription } = await member('vip');
    after(32);
    await scene.outside.renew(subscription, { declined: true });
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    await scene.settle();
    expect((await mine(person)).membership).toMatchObject({ tier: 'vip', inGrace: true });
    expect(await noticesOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewal-failed',
    ]);
    after(36);
    await endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect((await mine(person)).membership).toBeNull();
    // It is not charged again, and money that comes all the same goes back.
    await scene.settle();
    const { endedAt } = await scene.community.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('ref', '=', subscription)
      .executeTakeFirstOrThrow();
    expect(endedAt).not.toBeNull();
  });

  it('during the grace period a new payment starts a new month', async () => {
    const { person, subscription } = await member('basic');
    after(32);
    await scene.outside.renew(subscription, { declined: true });
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    const { status, said } = await checkout(person, 'basic');
    expect(status).toBe(200);
    await scene.outside.pay(await refOf(said.paymentId));
    await scene.outside.deliver(scene.outside.aboutCheckout(await refOf(said.paymentId)));
    expect((await mine(person)).membership).toMatchObject({ tier: 'basic', inGrace: false });
  });

  it('who cancels keeps what is paid for, can go on after all, and is not charged', async () => {
    const { person, subscription } = await member('basic');
    const cancel = () => asked<Mine>(scene.community, person, 'POST', '/api/memberships/mine/cancel', {});
    expect((await cancel()).said.membership).toMatchObject({ tier: 'basic', cancelled: true });
    expect((await cancel()).status).toBe(200);
    const resumed = await asked<Mine>(scene.community, person, 'POST', '/api/memberships/mine/resume', {});
    expect(resumed.said.membership).toMatchObject({ cancelled: false });
    await cancel();
    await scene.settle();
    after(29);
    expect((await mine(person)).membership).toMatchObject({ tier: 'basic' });
    after(32);
    await endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect((await mine(person)).membership).toBeNull();
    if (scene.stripe)
      expect(scene.stripe.books.subscriptions.get(subscription)?.cancel_at_period_end).toBe(true);
    await scene.settle();
    expect(await noticesOf(scene.community, person)).toEqual(['memberships.started', 'memberships.ended']);
  });

  it('a charge that comes although the plan was cancelled goes back by itself', async () => {
    const { person, subscription } = await member('basic');
    await asked(scene.community, person, 'POST', '/api/memberships/mine/cancel', {});
    // The provider was not told in time.
    await scene.community.db
      .updateTable('subscriptions')
      .set({ requestedChange: null, requestedAt: null })
      .where('ref', '=', subscription)
      .execute();
    // Its clock is ahead of ours: what was paid for has not ended here.
    await scene.community.db
      .updateTable('userMemberships')
      .set({ endsAt: new Date(start.getTime() + 40 * day) })
      .where('userId', '=', person.id)
      .execute();
    after(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    await scene.refund();
    const last = await scene.community.db
      .selectFrom('payments')
      .select('status')
      .where('userId', '=', person.id)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(last.status).toBe('refunded');
    expect(await noticesOf(scene.community, person)).toContain('payments.sent-back');
  });

  it('a higher plan begins at once and costs less by what is left of the lower one', async () => {
    const { person, subscription } = await member('basic');
    after(15);
    const offer = (await mine(person)).offers.find(({ tier }) => tier === 'vip');
    expect(offer).toMatchObject({ action: 'upgrade' });
    // Half of the month of $10 is left.
    expect(offer?.dueCents).toBeGreaterThan(2400);
    expect(offer?.dueCents).toBeLessThan(2600);
    const { said } = await checkout(person, 'vip');
    expect((await paymentRow(scene.community, said.paymentId)).amountCents).toBe(offer?.dueCents);
    await scene.outside.pay(await refOf(said.paymentId));
    await scene.outside.deliver(scene.outside.aboutCheckout(await refOf(said.paymentId)));
    expect((await mine(person)).membership).toMatchObject({ tier: 'vip' });
    await scene.settle();
    const rows = await scene.community.db
      .selectFrom('subscriptions')
      .select(['ref', 'endedAt'])
      .where('userId', '=', person.id)
      .execute();
    expect(rows.filter(({ endedAt }) => endedAt === null).map(({ ref }) => ref)).not.toContain(subscription);
    expect(rows).toHaveLength(2);
    // From the next month on it costs what it costs.
    const fresh = rows.find(({ endedAt }) => endedAt === null)?.ref ?? '';
    after(47);
    await scene.outside.renew(fresh);
    await scene.outside.deliver(scene.outside.aboutSubscription(fresh));
    const last = await scene.community.db
      .selectFrom('payments')
      .select(['amountCents', 'status'])
      .where('subscriptionRef', '=', fresh)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(last).toEqual({ amountCents: 3000, status: 'completed' });
  });

  it('a lower plan waits for the end of the month, and can be called off', async () => {
    const { person, subscription } = await member('vip');
    const change = (tier: string) =>
      asked<Mine>(scene.community, person, 'POST', '/api/memberships/mine/change', { tier });
    expect((await checkout(person, 'basic')).said.code).toBe('memberships/lower-later');
    expect((await change('basic')).said.membership).toMatchObject({ tier: 'vip', nextTier: 'basic' });
    expect((await change('vip')).said.membership).toMatchObject({ tier: 'vip', nextTier: null });
    await change('basic');
    await scene.settle();
    after(32);
    await scene.outside.renew(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await mine(person)).membership).toMatchObject({ tier: 'basic', nextTier: null });
    const last = await scene.community.db
      .selectFrom('payments')
      .select(['amountCents', 'tier'])
      .where('subscriptionRef', '=', subscription)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow();
    expect(last).toEqual({ amountCents: 1000, tier: 'basic' });
  });

  it('giving the running month back ends the plan', async () => {
    const { person, paymentId } = await member('premium');
    const admin = await scene.community.person({ role: 'admin' });
    const refund = await asked(scene.community, admin, 'POST', `/api/payments/${paymentId}/refund`, {
      reason: 'Lo pidió',
    });
    expect(refund.status).toBe(200);
    await scene.refund();
    expect(await statusOf(scene.community, paymentId)).toBe('refunded');
    expect((await mine(person)).membership).toBeNull();
  });

  it('a subscription that ends at the provider keeps what is paid for', async () => {
    const { person, subscription } = await member('basic');
    await scene.outside.endSubscription(subscription);
    await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    expect((await mine(person)).membership).toMatchObject({ tier: 'basic', cancelled: true });
    const { status } = await asked(scene.community, person, 'POST', '/api/memberships/mine/resume', {});
    expect(status).toBe(409);
  });

  it('a month paid by hand follows the one there is, and nothing is charged beside it', async () => {
    after(0);
    const person = await scene.community.person();
    const admin = await scene.community.person({ role: 'admin' });
    const pay = (tier: string) =>
      asked<{ id: string; code: string }>(scene.community, admin, 'POST', '/api/payments/manual', {
        email: person.email,
        kind: 'membership',
        tier,
        amountCents: 1000,
        method: 'cash',
      });
    const first = await pay('basic');
    const second = await pay('basic');
    const { membership } = await mine(person);
    expect(new Date(membership?.endsAt ?? 0).getTime()).toBeGreaterThan(start.getTime() + 55 * day);
    // Giving one back takes a month off.
    await asked(scene.community, admin, 'POST', `/api/payments/${second.said.id}/refund`, {
      reason: 'Error',
    });
    await scene.refund();
    const left = new Date((await mine(person)).membership?.endsAt ?? 0).getTime();
    expect(left).toBeLessThan(start.getTime() + 35 * day);
    expect(await statusOf(scene.community, first.said.id)).toBe('completed');
    const subscriber = await member('basic');
    const refused = await asked<{ code: string }>(scene.community, admin, 'POST', '/api/payments/manual', {
      personId: subscriber.person.id,
      kind: 'membership',
      tier: 'basic',
      amountCents: 1000,
      method: 'cash',
    });
    expect([refused.status, refused.said.code]).toEqual([409, 'payments/cannot-be-given']);
  });
});
