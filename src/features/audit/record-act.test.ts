import { afterAll, beforeAll, expect, it } from 'vitest';
import { type AccountScene, accountScene } from '../../testing/account-scene.ts';

let scene: AccountScene;
beforeAll(async () => {
  scene = await accountScene();
});
afterAll(() => scene.community.close());

it('a refused act leaves no line in the audit log', async () => {
  const { community, admin, ask } = scene;
  const lines = () => community.db.selectFrom('auditLog').select('id').execute();
  const before = await lines();
  await ask('PUT', admin, '/ban', { reason: 'No' });
  await ask('POST', admin, '/coins', { amount: 5, reason: 'No' });
  await community.request(admin, 'PUT', `/api/people/${crypto.randomUUID()}/role`, { role: 'admin' });
  expect(await lines()).toEqual(before);
  expect((await ask('PUT', await community.person(), '/ban', { reason: 'No' })).status).toBe(200);
  expect(await lines()).toHaveLength(before.length + 1);
});
