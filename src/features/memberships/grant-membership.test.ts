import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tier } from '#shared/actor.ts';
import type { Person } from '../../testing/community.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { noticeKindsOf, noticesOf } from '../../testing/rows/notices-of.ts';
import { grantMembership } from './grant-membership.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test');
});
beforeEach(() => scene.afterMinutes(0));
afterAll(() => scene.close());

const grant = async ({ id }: Person, tier: Tier, until: Date | null = null) =>
  grantMembership(await scene.community.ctxFor(scene.admin), { userId: id, tier, until });
const rowOf = ({ id }: Person) =>
  scene.community.db.selectFrom('userMemberships').selectAll().where('userId', '=', id).executeTakeFirst();
const requestedOf = async (ref: string) => {
  const row = await scene.community.db
    .selectFrom('subscriptions')
    .select('requestedChange')
    .where('ref', '=', ref)
    .executeTakeFirstOrThrow();
  return row.requestedChange;
};

describe('grantMembership', () => {
  it('gives a tier until an instant or without end, and tells the person', async () => {
    const person = await scene.community.person();
    await grant(person, 'premium', scene.at(60));
    expect(await rowOf(person)).toMatchObject({ tier: 'premium', endsAt: scene.at(60) });
    await grant(person, 'vip');
    expect(await rowOf(person)).toMatchObject({ tier: 'vip', endsAt: null });
    expect(await noticesOf(scene.community, person)).toMatchObject([
      { kind: 'memberships.started', detail: { tier: 'premium', until: scene.at(60).toISOString() } },
      { kind: 'memberships.granted', detail: { tier: 'vip' } },
    ]);
  });

  it('ends the running subscription, so that a student does not pay for a granted tier', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await grant(person, 'premium');
    expect(await requestedOf(subscription)).toBe('end');
    expect(await rowOf(person)).toMatchObject({
      tier: 'premium',
      subscriptionRef: null,
      graceEndsAt: null,
      nextTier: null,
    });
    await scene.settle();
    scene.afterDays(32);
    await scene.settle();
    // No month was charged after that.
    const months = await scene.community.db
      .selectFrom('payments')
      .select('status')
      .where('subscriptionRef', '=', subscription)
      .execute();
    expect(months).toEqual([{ status: 'completed' }]);
  });

  it('takes the tier away for the free one, with its subscription, and tells the person', async () => {
    const { person, subscription } = await scene.subscriber('basic');
    await grant(person, 'free');
    expect(await rowOf(person)).toBeUndefined();
    expect(await requestedOf(subscription)).toBe('end');
    expect(await noticesOf(scene.community, person)).toMatchObject([
      { kind: 'memberships.started' },
      { kind: 'memberships.taken-away', detail: { tier: 'basic' }, link: '/membership' },
    ]);
  });

  it('does nothing when the free tier is granted to a person in the free tier', async () => {
    const person = await scene.community.person();
    await grant(person, 'free');
    expect(await rowOf(person)).toBeUndefined();
    expect(await noticeKindsOf(scene.community, person)).toEqual([]);
  });

  it('clears a cancellation and a planned lower tier', async () => {
    const { person } = await scene.subscriber('vip');
    await scene.askMembership(person, 'cancel');
    await grant(person, 'vip', scene.at(60));
    expect((await scene.planOf(person)).membership).toMatchObject({ cancelled: false, nextTier: null });
  });
});
