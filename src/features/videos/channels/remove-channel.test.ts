import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertChannel } from '../../../testing/rows/insert-channel.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

it('removeChannel removes a channel once, and its videos stay', async () => {
  const id = await insertChannel(community.db);
  await insertVideo(community.db, { channelId: id });
  const remove = async () => (await community.request(admin, 'DELETE', `/api/videos/channels/${id}`)).status;
  expect([await remove(), await remove()]).toEqual([200, 404]);
  expect(await community.db.selectFrom('videos').select('channelId').execute()).toEqual([
    { channelId: null },
  ]);
  const acts = community.db.selectFrom('auditLog').select('act').where('subject', '=', id);
  expect(await acts.execute()).toEqual([{ act: 'videos.remove-channel' }]);
  const { items } = await (await community.request(admin, 'GET', '/api/videos/channels')).json();
  expect(items).toEqual([]);
});
