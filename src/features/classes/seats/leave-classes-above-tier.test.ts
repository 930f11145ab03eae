import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { endMemberships } from '#features/memberships/end-memberships.ts';
import { applyMoneyBack } from '#features/payments/refunds/settle-return.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { insertSeats } from '../../../testing/class-scene.ts';
import type { Person } from '../../../testing/community.ts';
import { paymentRow } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';
import { noticeKindsOf } from '../../../testing/rows/notices-of.ts';
import { listClasses } from '../contract.ts';
import { leaveClassesAboveTier } from './leave-classes-above-tier.ts';

const kind = 'classes.seats-above-plan';
const day = 24 * 60;

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test');
});
beforeEach(() => scene.afterDays(0));
afterAll(() => scene.close());

/** A member of vip with a seat that the plan opened, and others: bought, of the free tier, of a class that is over. */
async function memberWithSeats() {
  const bought = await scene.newClass();
  const { person } = await scene.seatBuyer(bought);
  const { paymentId } = await scene.buyPlan(person, 'vip');
  await scene.pay(paymentId);
  const opened = await scene.newClass({ requiredTier: 'vip' });
  const free = await scene.newClass({ requiredTier: 'free' });
  for (const id of [opened, free])
    expect((await scene.community.request(person, 'POST', `/api/classes/${id}/enrolment`)).status).toBe(200);
  const over = await scene.newClass({ requiredTier: 'vip', startsAt: scene.at(-2 * 60) });
  await insertSeats(scene.community.db, over, person);
  const seats = async (): Promise<string[]> => {
    await scene.community.runDue(leaveClassesAboveTier);
    const has = async (id: string) => (await scene.seatOf(id, person)) !== undefined;
    const all = Object.entries({ opened, bought, free, over });
    const there = await Promise.all(all.map(([, id]) => has(id)));
    return all.flatMap(([name], at) => (there[at] ? [name] : []));
  };
  return { person, paymentId, seats, opened, free };
}

const timesTold = async (person: Person) =>
  (await noticeKindsOf(scene.community, person)).filter((told) => told === kind).length;

describe('leaveClassesAboveTier', () => {
  it('gives back after a refund the seats that the plan opened, and leaves free, bought and past ones', async () => {
    const { person, paymentId, seats } = await memberWithSeats();
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
    expect((await scene.askRefund(paymentId)).status).toBe(200);
    await scene.refund();
    expect(await seats()).toEqual(['bought', 'free', 'over']);
    expect(await timesTold(person)).toBe(1);
  });

  it('gives them back after a dispute that was lost', async () => {
    const { paymentId, seats } = await memberWithSeats();
    const ctx = { ...(await scene.community.ctxFor()), now: scene.community.now() };
    const back = { ref: 'du_1', byDispute: true, disputed: false, twice: false };
    const payment = await paymentRow(scene.community, paymentId);
    await inTransaction(ctx, (ctx) => applyMoneyBack(ctx, scene.community.providers, payment, back));
    expect(await seats()).toEqual(['bought', 'free', 'over']);
  });

  it('gives them back where an administrator takes the plan away', async () => {
    const { person, seats } = await memberWithSeats();
    const taken = await scene.community.request(scene.admin, 'PUT', `/api/people/${person.id}/membership`, {
      tier: 'free',
      until: null,
    });
    expect(taken.status).toBe(200);
    expect(await seats()).toEqual(['bought', 'free', 'over']);
  });

  it('leaves them where the student has bought the plan again meanwhile', async () => {
    const { person, paymentId, seats } = await memberWithSeats();
    await scene.askRefund(paymentId);
    await scene.refund();
    await scene.pay((await scene.buyPlan(person, 'vip')).paymentId);
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
    expect(await timesTold(person)).toBe(0);
  });

  it('gives them back where an administrator gives a lower plan in its place', async () => {
    const { person, seats } = await memberWithSeats();
    const given = await scene.community.request(scene.admin, 'PUT', `/api/people/${person.id}/membership`, {
      tier: 'basic',
      until: null,
    });
    expect(given.status).toBe(200);
    expect(await seats()).toEqual(['bought', 'free', 'over']);
    expect(await timesTold(person)).toBe(1);
  });

  it('gives them back when the plan is renewed as the lower one that the member chose', async () => {
    const { person, paymentId, seats } = await memberWithSeats();
    await moveAhead();
    const { subscriptionRef } = await paymentRow(scene.community, paymentId);
    const change = await scene.askMembership(person, 'change', {
      tier: 'basic',
    });
    expect(change.status).toBe(200);
    await scene.settle();
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
    scene.afterDays(32);
    await scene.renew(subscriptionRef ?? '');
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic' });
    expect(await seats()).toEqual(['bought', 'free', 'over']);
  });

  it('keeps them for three days after a plan whose time is over, and then gives them back', async () => {
    const { person, seats } = await lapsedMember();
    expect((await scene.planOf(person)).membership).toBeNull();
    scene.afterDays(52.9);
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
    expect(await timesTold(person)).toBe(0);
    scene.afterDays(53);
    expect(await seats()).toEqual(['bought', 'free', 'over']);
    expect(await timesTold(person)).toBe(1);
  });

  it('leaves them to a member who pays within those three days, and takes back the notice that named those', async () => {
    const { person, seats } = await lapsedMember();
    scene.afterDays(52);
    expect(await noticeKindsOf(scene.community, person)).toContain('memberships.ended');
    await scene.pay((await scene.buyPlan(person, 'vip')).paymentId);
    expect(await noticeKindsOf(scene.community, person)).not.toContain('memberships.ended');
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
    scene.afterDays(54);
    expect(await seats()).toEqual(['opened', 'bought', 'free', 'over']);
  });
});

it('a card says when the plan ends that opened its seat, where nothing renews it and the seat is given back', async () => {
  const { person, paymentId, opened, free } = await memberWithSeats();
  const late = await scene.newClass({ requiredTier: 'vip', startsAt: scene.at(35 * day) });
  const near = await scene.newClass({ requiredTier: 'vip', startsAt: scene.at(32 * day) });
  for (const id of [late, near])
    expect((await scene.community.request(person, 'POST', `/api/classes/${id}/enrolment`)).status).toBe(200);
  const said = async () => {
    const { items } = await answerOf(
      scene.community.request(person, 'GET', '/api/classes?seats=mine'),
      listClasses,
    );
    const seen = new Map(items.map(({ id, planEndsAt }) => [id, planEndsAt]));
    return [opened, free, near, late].map((id) => seen.get(id));
  };
  expect(await said()).toEqual([null, null, null, null]);
  const { subscriptionRef } = await paymentRow(scene.community, paymentId);
  await scene.endAtProvider(subscriptionRef ?? '');
  const { membership } = await scene.planOf(person);
  expect(await said()).toEqual([null, null, null, membership?.endsAt]);
});

/** A member whose plan was cancelled, and was ended after fifty days; their classes come later. */
async function lapsedMember() {
  const { person, paymentId, seats } = await memberWithSeats();
  await moveAhead();
  const { subscriptionRef } = await paymentRow(scene.community, paymentId);
  await scene.endAtProvider(subscriptionRef ?? '');
  scene.afterDays(50);
  await endMemberships({ ...(await scene.community.ctxFor()), now: scene.community.now() });
  return { person, seats };
}

const moveAhead = () =>
  scene.community.db
    .updateTable('classes')
    .set({ startsAt: scene.at(60 * day) })
    .where('startsAt', '>', scene.at(0))
    .execute();
