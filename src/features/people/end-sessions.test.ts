import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountScene, accountScene } from '../../testing/account-scene.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

it('ending all sessions signs a person out on every device and answers how many', async () => {
  const here = await scene.community.person();
  const there = await scene.community.anotherSession(here);
  expect(await scene.me(here)).not.toBeNull();
  expect(await scene.me(there)).not.toBeNull();
  expect(await (await scene.ask('DELETE', here, '/sessions')).json()).toEqual({ id: here.id, ended: 2 });
  expect(await scene.me(here)).toBeNull();
  await expect.poll(() => scene.me(there)).toBeNull();
  expect((await scene.linesAbout(here)).map(({ act }) => act)).toEqual(['people.end-sessions']);
});
