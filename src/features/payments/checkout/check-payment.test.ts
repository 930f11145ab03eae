import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import type { Person } from '../../../testing/community.ts';
import { sceneNames } from '../../../testing/payment-scene.ts';
import { type PurchaseScene, purchaseScene } from '../../../testing/purchase-scene.ts';

describe.each(sceneNames)('checkPayment with the %s provider', (name) => {
  let scene: PurchaseScene;
  beforeAll(async () => {
    scene = await purchaseScene(name);
  });
  afterAll(() => scene.close());

  const check = (person: Person, paymentId: string) =>
    scene.community.request(person, 'POST', `/api/payments/${paymentId}/check`, {});

  it('completes a payment for a student who comes back before the webhook does', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    expect(await (await check(person, paymentId)).json()).toMatchObject({ status: 'pending' });
    await scene.outside.pay(await scene.refOf(paymentId));
    expect(await (await check(person, paymentId)).json()).toMatchObject({ status: 'completed' });
    expect((await scene.planOf(person)).membership).toMatchObject({ tier: 'basic' });
    expect(await (await check(person, paymentId)).json()).toMatchObject({ status: 'completed' });
  });

  it('finds no payment of another student', async () => {
    const person = await scene.community.person();
    const { paymentId } = await scene.buyPlan(person, 'basic');
    await expect(check(await scene.community.person(), paymentId)).toBeRefused(commonRefusals.notFound);
  });
});
