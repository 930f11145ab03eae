import { afterAll, beforeAll, expect, it } from 'vitest';
import { readAccount } from '#features/accounts/contract.ts';
import { type AccountScene, accountScene } from '../../testing/account-scene.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

it('an administrator gives a tier until a day or for good, and takes it away by the free tier, at once', async () => {
  const person = await scene.community.person();
  const tierOf = async () =>
    (await answerOf(scene.community.request(person, 'GET', '/api/accounts/me'), readAccount)).account?.tier;
  expect(await tierOf()).toBe('free');
  const until = '2099-12-31T23:59:59.000Z';
  const given = await scene.ask('PUT', person, '/membership', { tier: 'premium', until, reason: 'Beca' });
  expect(await given.json()).toEqual({ id: person.id, tier: 'premium', until });
  expect(await tierOf()).toBe('premium');
  await scene.ask('PUT', person, '/membership', { tier: 'vip', until: null });
  expect(await tierOf()).toBe('vip');
  await scene.ask('PUT', person, '/membership', { tier: 'free', until: null });
  expect(await tierOf()).toBe('free');
  expect(await scene.linesAbout(person)).toMatchObject([
    { act: 'people.change-membership', reason: 'Beca', detail: { tier: 'premium', until } },
    { act: 'people.change-membership', detail: { tier: 'vip', until: null } },
    { act: 'people.change-membership', detail: { tier: 'free' } },
  ]);
  for (const wrong of [
    { tier: 'vip', until: '2020-01-01T00:00:00Z' },
    { tier: 'free', until },
    { tier: 'gold', until: null },
  ]) {
    expect((await scene.ask('PUT', person, '/membership', wrong)).status).toBe(400);
  }
});
