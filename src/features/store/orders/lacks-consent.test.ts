import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { buyItem, fulfilOrders, listAllOrders, type ManagedOrder, storeRefusals } from '../contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

const post = (who: Person, path: string, body: object) =>
  community.request(who, 'POST', `/api/store/orders${path}`, body);
const buy = async (buyer: Person, itemId: string) =>
  (await answerOf(post(buyer, '', { itemId }), buyItem)).order.id;

it('a private class of a kid whose consent is gone is delivered by no administrator, and can be refunded', async () => {
  const kid = await community.person({ ageGroup: 'kid', coins: 2000 });
  const [ordered, other, material] = [
    await buy(kid, 'private-class-30'),
    await buy(kid, 'private-class-60'),
    await buy(kid, 'premium-material'),
  ];
  const setConsent = (given: boolean) =>
    community.request(admin, 'PUT', `/api/people/${kid.id}/guardian-consent`, { given });
  const shown = async (): Promise<Record<string, Pick<ManagedOrder, 'buyer' | 'allowed'>>> => {
    const { items } = await answerOf(community.request(admin, 'GET', '/api/store/orders/all'), listAllOrders);
    return Object.fromEntries(items.map((order) => [order.id, order]));
  };
  expect((await shown())[ordered]).toMatchObject({
    buyer: { ageGroup: 'kid' },
    allowed: { fulfil: true, refund: true },
  });
  await setConsent(false);
  expect((await shown())[ordered]?.allowed).toEqual({ fulfil: false, refund: true });
  await expect(post(admin, `/${ordered}/fulfil`, {})).toBeRefused(storeRefusals.buyerNeedsConsent);
  const many = post(admin, '/fulfil', { ids: [ordered, other, material] });
  expect(await answerOf(many, fulfilOrders)).toEqual({ fulfilled: 1, left: 2 });
  expect((await post(admin, `/${ordered}/refund`, { reason: 'Falta el permiso.' })).status).toBe(200);
  await setConsent(true);
  expect((await post(admin, `/${other}/fulfil`, {})).status).toBe(200);
});
