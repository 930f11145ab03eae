import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

it('moderateVideos approves many videos at once and skips those that are no longer pending', async () => {
  const ids = await Promise.all(
    Array.from({ length: 5 }, () => insertVideo(community.db, { moderationStatus: 'pending' })),
  );
  const rejection = { from: 'pending', to: 'rejected', reason: 'Ya no existe.' };
  await community.request(admin, 'PUT', `/api/videos/${ids[0]}/moderation`, rejection);
  const bulk = (body: object) => community.request(admin, 'POST', '/api/videos/moderation', body);
  const approved = await (await bulk({ ids, from: 'pending', to: 'approved' })).json();
  expect(approved.changed.toSorted()).toEqual(ids.slice(1).toSorted());
  const back = await (await bulk({ ids: approved.changed, from: 'approved', to: 'pending' })).json();
  expect(back.changed).toHaveLength(4);
  expect((await bulk({ ids: [], from: 'pending', to: 'approved' })).status).toBe(400);
  expect((await bulk({ ids, from: 'pending', to: 'rejected' })).status).toBe(400);
  expect((await bulk({ ids: Array(101).fill(ids[0]), from: 'pending', to: 'approved' })).status).toBe(400);
});
