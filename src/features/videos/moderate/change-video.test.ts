import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { videoRefusals } from '../contract.ts';

let community: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => community.close());

async function isShown(id: string): Promise<boolean> {
  const feed = await (await community.request(admin, 'GET', '/api/videos')).json();
  return feed.items.some((video: { id: string }) => video.id === id);
}

it('changeVideo edits a video, deactivates it and marks it as sponsored, each with an act in the audit log', async () => {
  const id = await insertVideo(community.db, { moderationStatus: 'pending' });
  const change = (body: object) => community.request(admin, 'PATCH', `/api/videos/${id}`, body);
  const changed = await (
    await change({
      version: 1,
      title: 'Otro título',
      level: 'advanced',
      topics: ['food', 'food'],
      isSponsored: true,
    })
  ).json();
  expect(changed).toMatchObject({
    title: 'Otro título',
    level: 'advanced',
    topics: ['food'],
    isSponsored: true,
    isForKids: false,
  });
  const approval = { from: 'pending', to: 'approved' };
  await community.request(admin, 'PUT', `/api/videos/${id}/moderation`, approval);
  expect(await isShown(id)).toBe(true);
  await change({ isActive: false });
  expect(await isShown(id)).toBe(false);
  await change({ isActive: true });
  expect(await isShown(id)).toBe(true);
  // A field that keeps its value is no change.
  await change({ isActive: true, title: 'Otro título', version: 2 });
  const acts = await community.db
    .selectFrom('auditLog')
    .select('act')
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(acts.map(({ act }) => act)).toEqual([
    'videos.change-video',
    'videos.approve-video',
    'videos.change-video',
    'videos.change-video',
  ]);
  for (const odd of [{ title: '' }, { language: 'xx' }, { isActive: 'no' }, { topics: ['cats'] }]) {
    expect((await change({ version: 2, ...odd })).status).toBe(400);
  }
  await change({ moderationStatus: 'rejected', sourceId: 'x', proposedBy: admin.id });
  expect(await isShown(id)).toBe(true);
});

it('changeVideo refuses a description by an administrator who saw an older one, and no switch', async () => {
  const id = await insertVideo(community.db);
  const change = (body: object) => community.request(admin, 'PATCH', `/api/videos/${id}`, body);
  expect(await (await change({ title: 'Uno', version: 1 })).json()).toMatchObject({
    title: 'Uno',
    version: 2,
  });
  await expect(change({ title: 'Otro', version: 1 })).toBeRefused(videoRefusals.changedMeanwhile);
  expect((await change({ title: 'Sin versión' })).status).toBe(400);
  expect(await (await change({ isActive: false })).json()).toMatchObject({
    title: 'Uno',
    isActive: false,
    version: 2,
  });
  expect(await (await change({ level: 'advanced', version: 2 })).json()).toMatchObject({
    title: 'Uno',
    version: 3,
  });
});
