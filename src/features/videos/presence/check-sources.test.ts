import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '#shared/time/durations.ts';
import { type Community, newCommunity } from '../../../testing/community.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../../testing/stand-ins/video-sources.ts';
import { checkSourcesChore } from './check-sources.ts';

let community: Community;
let standIn: VideoSourcesStandIn;
beforeAll(async () => {
  [community, standIn] = await Promise.all([newCommunity(), startVideoSources()]);
});
afterAll(() => Promise.all([community.close(), standIn.close()]));

it('checkSourcesChore tells of a source that refuses, asks the others too, and ends once it answers', async () => {
  const run = async () => checkSourcesChore(standIn.sources.presence).run(await community.ctxFor());
  await run();
  expect(standIn.log).toEqual([]);
  const checkAt = new Date(community.now().getTime() + hourMs);
  const reel = 'https://www.instagram.com/reel/abcdefghijk/';
  const watch = 'https://www.youtube.com/watch?v=abcdefghijk';
  await insertVideo(community.db, { source: 'instagram', sourceUrl: reel, checkAt });
  await insertVideo(community.db, { source: 'youtube', sourceUrl: watch, checkAt });

  standIn.gone.set(reel, 190);
  await expect(run()).rejects.toThrow('instagram does not say which videos are still there (refused)');
  standIn.behaviour = 'quota';
  await expect(run()).rejects.toThrow('youtube does not say which videos are still there (quota)');
  standIn.behaviour = 'fine';
  // That a video is gone is an answer.
  standIn.gone.set(reel, 24);
  await run();
  expect(standIn.log).toHaveLength(6);
});
