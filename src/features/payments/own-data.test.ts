import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusOf } from '../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../testing/purchase-scene.ts';
import { leaveCommunity, personWithPassword } from '../../testing/sign-in.ts';

let scene: PurchaseScene;
beforeAll(async () => {
  scene = await purchaseScene('test');
});
afterAll(() => scene.close());

it('deleting an account closes its open checkout, and no checkout or subscription of another member', async () => {
  const { community } = scene;
  const leaving = await personWithPassword(community);
  const own = await scene.buyPlan(leaving, 'basic');
  const neighbours = await scene.buyPlan(await community.person(), 'basic');
  const { subscription } = await scene.subscriber('basic');
  await leaveCommunity(community, leaving);
  await scene.settle();
  expect(await statusOf(community, own.paymentId)).toBe('failed');
  expect(await statusOf(community, neighbours.paymentId)).toBe('pending');
  const running = await community.db
    .selectFrom('subscriptions')
    .select(['endedAt', 'requestedChange'])
    .where('ref', '=', subscription)
    .executeTakeFirstOrThrow();
  expect(running).toEqual({ endedAt: null, requestedChange: null });
});
