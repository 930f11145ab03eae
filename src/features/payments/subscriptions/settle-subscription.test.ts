import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endMemberships } from '#features/memberships/end-memberships.ts';
import type { Ctx } from '#server/ctx.ts';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { receiveWebhook } from '../checkout/receive-webhook.ts';

const day = 24 * 60 * 60_000;

describe.each(sceneNames)('settleSubscription with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('books each month as a payment of its own, and the plan goes on', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.renew(subscription);
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
    const { membership } = await scene.planOf(person);
    expect(new Date(membership?.endsAt ?? 0).getTime()).toBeGreaterThan(scene.start.getTime() + 55 * day);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewed',
    ]);
  });

  it('leaves three days after a month that cannot be charged, and then the plan ends', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    scene.afterDays(32);
    await scene.renew(subscription, { declined: true });
    await scene.settle();
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', inGrace: true });
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewal-failed',
    ]);
    scene.afterDays(36);
    await endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });
    expect((await scene.planOf(person)).membership).toBeNull();
    // It is not charged again, and a charge that still comes is refunded.
    await scene.settle();
    const { endedAt } = await scene.community.db
      .selectFrom('subscriptions')
      .select('endedAt')
      .where('ref', '=', subscription)
      .executeTakeFirstOrThrow();
    expect(endedAt).not.toBeNull();
  });

  it('gives back a charge that comes although the plan was cancelled', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await scene.askMembership(person, 'cancel');
    // The provider was not told in time.
    await scene.community.db
      .updateTable('subscriptions')
      .set({ requestedChange: null, requestedAt: null })
      .where('ref', '=', subscription)
      .execute();
    // The provider's clock is ahead: the paid month has not ended here.
    await scene.community.db
      .updateTable('userMemberships')
      .set({ endsAt: new Date(scene.start.getTime() + 40 * day) })
      .where('userId', '=', person.id)
      .execute();
    scene.afterDays(32);
    await scene.renew(subscription);
    await scene.refund();
    expect((await scene.lastMonthOf(subscription)).status).toBe('refunded');
    expect(await noticeKindsOf(scene.community, person)).toContain('payments.sent-back');
  });

  it('keeps what is paid for when the subscription ends at the provider', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await scene.endAtProvider(subscription);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic', cancelled: true });
    const { status } = await scene.askMembership(person, 'resume');
    expect(status).toBe(409);
  });

  /** Ten messages about a subscription, which all wait before one of them looks for what is booked. */
  async function tenMessages(subscription: string, change = (ctx: Ctx) => ctx) {
    const { providers, ctxFor, db } = scene.community;
    const ctx = change(await ctxFor());
    const messages = Array.from({ length: 10 }, () => scene.outside.aboutSubscription(subscription));
    return raceForTable(db, 'payments', () =>
      messages.map(({ rawBody, signature }) =>
        receiveWebhook(ctx, providers, providers.find(name), rawBody, signature),
      ),
    );
  }

  it('books a month once for ten messages at once', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    const outcomes = await tenMessages(subscription);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(10).fill('fulfilled'));
    const months = await scene.community.db
      .selectFrom('payments')
      .select('status')
      .where('subscriptionRef', '=', subscription)
      .execute();
    expect(months.map(({ status }) => status)).toEqual(['completed', 'completed']);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewed',
    ]);
  });

  it('the control: fails to book a month for messages at once without the locks', async () => {
    const { subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    const outcomes = await tenMessages(subscription, withoutRowLocks);
    expect(outcomes.map(({ status }) => status)).toContain('rejected');
  });

  it('books a month whose message never came', async () => {
    const { person, subscription } = await scene.subscriber('vip');
    scene.afterDays(32);
    await scene.outside.renew(subscription);
    await scene.settle();
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewed',
    ]);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip', inGrace: false });
  });

  it('says that a month which is over renews, until a charge of the next one failed', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    const own = async () => {
      const { membership, offers } = await scene.planOf(person);
      const actions = offers.map(({ action }) => action);
      return { inGrace: membership?.inGrace, renewing: membership?.renewing, actions };
    };
    // The provider charges an hour after the end: its invoice is a draft until then.
    expect(await own()).toEqual({
      inGrace: false,
      renewing: true,
      actions: ['none', 'current', 'upgrade', 'upgrade'],
    });
    await scene.renew(subscription, { declined: true });
    expect(await own()).toEqual({ inGrace: true, renewing: false, actions: ['none', 'buy', 'buy', 'buy'] });
    await scene.renew(subscription);
    expect(await own()).toMatchObject({ inGrace: false, renewing: false });
  });

  it('notes a month that could not be charged as a failed payment, once', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.outside.renew(subscription, { declined: true });
    for (let n = 0; n < 3; n++) await scene.outside.deliver(scene.outside.aboutSubscription(subscription));
    const months = await scene.community.db
      .selectFrom('payments')
      .select(['status', 'tier'])
      .where('subscriptionRef', '=', subscription)
      .orderBy('createdAt')
      .execute();
    expect(months).toEqual([
      { status: 'completed', tier: 'basic' },
      { status: 'failed', tier: 'basic' },
    ]);
    expect(await noticeKindsOf(scene.community, person)).toEqual([
      'memberships.started',
      'memberships.renewal-failed',
    ]);
  });
});
