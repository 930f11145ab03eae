import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { guardianFirst, readAccount } from '#features/accounts/contract.ts';
import { recordPayment } from '#features/payments/contract.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { paymentRow, sceneNames, statusOf } from '../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../testing/rows/notices-of.ts';
import { buyMembership } from './buy-membership.ts';
import { membershipRefusals } from './contract.ts';

describe.each(sceneNames)('buyMembership with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name, { poolSize: 30 });
  });
  beforeEach(() => scene.afterMinutes(0));
  afterAll(() => scene.close());

  it('sells a plan at its own price, which begins when the money is there', async () => {
    scene.afterDays(0);
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'premium');
    expect(await paymentRow(scene.community, paymentId)).toMatchObject({
      status: 'pending',
      amountCents: 2000,
      userId: person.id,
    });
    expect((await scene.planOf(person)).membership).toBeNull();

    await scene.outside.pay(await scene.refOf(paymentId));
    const delivery = await scene.outside.deliver(scene.outside.aboutCheckout(await scene.refOf(paymentId)));
    expect(delivery.status).toBe(200);
    expect(await statusOf(scene.community, paymentId)).toBe('completed');
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'premium', cancelled: false });
    const { account } = await answerOf(
      scene.community.request(person, 'GET', '/api/accounts/me'),
      readAccount,
    );
    expect(account).toMatchObject({ tier: 'premium', hasMembership: true });
    expect(await noticeKindsOf(scene.community, person)).toEqual(['memberships.started']);
  });

  it('starts a new month for a payment in the grace period', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await scene.renew(subscription, { declined: true });
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await scene.pay(paymentId);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic', inGrace: false });
  });

  it('starts a higher plan at once, for its price less the unused rest of the lower one', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(15);
    const offer = (await scene.planOf(person)).offers.find(({ tier }) => tier === 'vip');
    expect(offer).toMatchObject({ action: 'upgrade' });
    // Half of the month of $10 is left.
    expect(offer?.dueCents).toBeGreaterThan(2400);
    expect(offer?.dueCents).toBeLessThan(2600);
    const { paymentId } = await scene.buyPlan(person, 'vip');
    expect((await paymentRow(scene.community, paymentId)).amountCents).toBe(offer?.dueCents);
    await scene.pay(paymentId);
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'vip' });
    await scene.settle();
    const rows = await scene.community.db
      .selectFrom('subscriptions')
      .select(['ref', 'endedAt'])
      .where('userId', '=', person.id)
      .execute();
    expect(rows.filter(({ endedAt }) => endedAt === null).map(({ ref }) => ref)).not.toContain(subscription);
    expect(rows).toHaveLength(2);
    // The next month costs the full price.
    const fresh = rows.find(({ endedAt }) => endedAt === null)?.ref ?? '';
    scene.afterDays(47);
    await scene.renew(fresh);
    expect(await scene.lastMonthOf(fresh)).toMatchObject({ amountCents: 3000, status: 'completed' });
  });
});

describe('buyMembership', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  afterAll(() => scene.close());

  it('refuses a price from which months that were recorded meanwhile are not subtracted', async () => {
    const { community, admin } = scene;
    const person = await community.person();
    const cash = { kind: 'membership', tier: 'basic', months: 1, amountCents: 1000, method: 'cash' };
    const { fulfilments } = community.providers;
    // Between the quote and the lock of the person.
    const lock: typeof fulfilments.membership.lock = async (ctx, payment) => {
      await scene.recordByHand({ personId: person.id, ...cash }, {}, admin);
      await fulfilments.membership.lock(ctx, payment);
    };
    const membership = { ...fulfilments.membership, lock };
    const providers = { ...community.providers, fulfilments: { ...fulfilments, membership } };
    const ctx = { ...(await community.ctxFor(person)), now: community.now() };
    await expect(buyMembership(ctx, providers, 'vip')).rejects.toMatchObject(
      membershipRefusals.changedMeanwhile,
    );
    expect((await scene.askForPlan(person, 'vip')).status).toBe(200);
  });

  it('subtracts months that were paid by hand, and their refund ends the plan, where their money came before the record', async () => {
    scene.afterMinutes(0);
    const person = await scene.community.person();
    const paidAt = new Date(scene.start.getTime() - 5 * 86_400_000).toISOString();
    const cash = { kind: 'membership', tier: 'basic', months: 1, amountCents: 1000, method: 'cash', paidAt };
    const { id } = await answerOf(scene.recordByHand({ personId: person.id, ...cash }), recordPayment);
    const dueFor = async (wanted: string) =>
      (await scene.planOf(person)).offers.find(({ tier }) => tier === wanted)?.dueCents;
    expect(await dueFor('vip')).toBe(2000);
    expect((await scene.askRefund(id)).status).toBe(200);
    await scene.refund();
    expect((await scene.planOf(person)).membership).toBeNull();
  });

  it('sells no plan to a kid before their guardian has consented, and shows them none to buy', async () => {
    const { community, admin } = scene;
    const kid = await community.person({ ageGroup: 'kid' });
    const asked = { userId: kid.id, address: 'mama@example.org', askedAt: scene.start };
    await community.db.insertInto('guardianConsents').values(asked).execute();
    const actions = async () => (await scene.planOf(kid)).offers.map(({ action }) => action);
    await expect(scene.askForPlan(kid, 'basic')).toBeRefused(guardianFirst);
    expect(await actions()).toEqual(['current', 'none', 'none', 'none']);
    const consent = { given: true };
    await community.request(admin, 'PUT', `/api/people/${kid.id}/guardian-consent`, consent);
    expect(await actions()).toEqual(['current', 'buy', 'buy', 'buy']);
    expect((await scene.askForPlan(kid, 'basic')).status).toBe(200);
  });
});

describe('a month that cannot be charged', () => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene('test');
  });
  afterAll(() => scene.close());

  const decline = (subscription: string) => scene.renew(subscription, { declined: true });
  /** A plan that is bought again in the days of grace of the one before. */
  const boughtInGrace = async () => {
    const { person, subscription } = await scene.subscriber('basic');
    scene.afterDays(32);
    await decline(subscription);
    expect((await scene.planOf(person)).membership).toMatchObject({ inGrace: true });
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await scene.pay(paymentId);
    await scene.settle();
    return { person, subscription: (await paymentRow(scene.community, paymentId)).subscriptionRef ?? '' };
  };

  it('has no days of grace where a month of another subscription failed in the last sixty days', async () => {
    const { person, subscription } = await boughtInGrace();
    scene.afterDays(65);
    await decline(subscription);
    expect((await scene.planOf(person)).membership).toBeNull();
    expect((await noticeKindsOf(scene.community, person)).at(-1)).toBe('memberships.ended');
  });

  it('has days of grace again once sixty days have passed since the other one failed', async () => {
    const { person, subscription } = await boughtInGrace();
    scene.afterDays(64);
    await scene.renew(subscription);
    scene.afterDays(97);
    await decline(subscription);
    expect((await scene.planOf(person)).membership).toMatchObject({ inGrace: true });
  });
});
