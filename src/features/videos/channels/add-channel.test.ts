import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { startVideoSources, type VideoSourcesStandIn } from '../../../testing/stand-ins/video-sources.ts';
import { videoRefusals } from '../contract.ts';

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
beforeEach(async () => {
  Object.assign(standIn, { behaviour: 'fine', videos: [], asked: 0, channelTitle: 'Un canal' });
  await community.db.deleteFrom('videoChannels').execute();
});

const add = async (address: string) => {
  const body = { address, language: 'fr', level: 'basic', topics: [] };
  const answer = await community.request(admin, 'POST', '/api/videos/channels', body);
  return { http: answer.status, ...(await answer.json()) };
};
const channelId = `UC${'b'.repeat(22)}`;

describe('addChannel', () => {
  it('adds a channel by address or id, once, with the title that their source gives', async () => {
    standIn.channelTitle = 'Français facile';
    const channel = await add(`https://www.youtube.com/channel/${channelId}`);
    expect(channel).toMatchObject({ http: 200, title: 'Français facile', sourceId: channelId, videos: 0 });
    expect(await add(channelId)).toMatchObject({ http: 409, code: 'videos/channel-listed' });
    const acts = community.db.selectFrom('auditLog').select('act').where('subject', '=', channel.id);
    expect(await acts.execute()).toEqual([{ act: 'videos.add-channel' }]);
  });

  it('refuses a channel that no source knows, and a handle without an API key', async () => {
    expect(await add('https://example.org')).toMatchObject({ http: 422, code: 'videos/unknown-channel' });
    expect(await add('@canal')).toMatchObject({ http: 422, code: 'videos/handle-needs-key' });
    standIn.behaviour = 'missing';
    expect(await add(channelId)).toMatchObject({ http: 422, code: 'videos/no-such-channel' });
  });

  it('adds a channel by its id while the source is unreachable, with the fault noted', async () => {
    standIn.behaviour = 'fails';
    expect(await add(channelId)).toMatchObject({ http: 200, title: channelId, lastError: 'unreachable' });
  });

  it('finds a channel by its handle with an API key', async () => {
    const channels = standIn.api;
    const world = await newCommunity({ videoSources: { ...standIn.sources, channels } });
    try {
      const boss = await world.person({ role: 'admin' });
      const body = { address: 'youtube.com/@canal', language: 'fr', level: 'basic', topics: [] };
      const ask = () => world.request(boss, 'POST', '/api/videos/channels', body);
      expect(await (await ask()).json()).toMatchObject({ title: 'Un canal' });
      standIn.behaviour = 'quota';
      const refused = await ask();
      await expect(refused).toBeRefused(videoRefusals.sourceUnreachable);
    } finally {
      await world.close();
    }
  });
});
