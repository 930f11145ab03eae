import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertChannel } from '../../../testing/rows/insert-channel.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../../testing/stand-ins/video-sources.ts';

let standIn: VideoSourcesStandIn;
let community: Community;
let admin: Person;
beforeAll(async () => {
  standIn = await startVideoSources();
  community = await newCommunity({ videoSources: standIn.sources });
  admin = await community.person({ role: 'admin' });
});
afterAll(async () => {
  await community.close();
  await standIn.close();
});

it('changeChannel pauses a channel, which is asked for no more videos and keeps those it has', async () => {
  const id = await insertChannel(community.db, { language: 'fr' });
  await insertVideo(community.db, { channelId: id, moderationStatus: 'pending' });
  const change = { isActive: false, topics: ['food'] };
  const paused = await community.request(admin, 'PATCH', `/api/videos/channels/${id}`, change);
  expect(await paused.json()).toMatchObject({ isActive: false, topics: ['food'], videos: 1 });
  const ana = await community.person({ languages: ['fr'] });
  const body = { userId: ana.id };
  const synced = await community.request(ana, 'POST', '/api/functions/sync-videos', body);
  expect(await synced.json()).toMatchObject({ imported: 0, waiting: 0, failed: 0 });
  expect(standIn.asked).toBe(0);
  const acts = community.db.selectFrom('auditLog').select('act').where('subject', '=', id);
  expect(await acts.execute()).toEqual([{ act: 'videos.change-channel' }]);
});
