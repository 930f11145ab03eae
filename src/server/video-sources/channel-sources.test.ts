import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  startVideoSources,
  type VideoSourcesStandIn,
} from '../../testing/stand-ins/video-sources.ts';
import { chooseVideoSources } from './choose-video-sources.ts';
import { SourceError } from './source-error.ts';

let standIn: VideoSourcesStandIn;
beforeAll(async () => {
  standIn = await startVideoSources();
});
afterAll(() => standIn.close());
beforeEach(() => {
  standIn.behaviour = 'fine';
  standIn.videos = [];
  standIn.log = [];
});

const channelId = `UC${'a'.repeat(22)}`;
const video = (n: number, title = `Video ${n}`) => ({ id: `video-${String(n).padStart(5, '0')}`, title });

/** Both sources have the same interface and pass the same tests. */
describe.each(['api', 'feed'] as const)('the YouTube %s', (which) => {
  const source = () => standIn[which];

  it('lists the newest videos of a channel with their unchanged texts', async () => {
    const title = 'Ñandú & <compañía> «así» "sí" 日本 🎈';
    standIn.videos = [{ ...video(1, title), description: 'Uno\nDos & tres' }, video(2)];
    const { title: channelTitle, videos } = await source().newestOf(channelId);
    expect(channelTitle).toBe('Un canal');
    expect(videos.map((each) => [each.sourceId, each.title, each.description])).toEqual([
      ['video-00001', title, 'Uno\nDos & tres'],
      ['video-00002', 'Video 2', ''],
    ]);
  });

  it('lists no videos of a channel that has none', async () => {
    expect((await source().newestOf(channelId)).videos).toEqual([]);
  });

  it('lists a single video, and a repeated video twice', async () => {
    standIn.videos = [video(1)];
    expect((await source().newestOf(channelId)).videos).toHaveLength(1);
    standIn.videos = [video(1), video(1)];
    expect((await source().newestOf(channelId)).videos).toHaveLength(2);
  });

  it('finds a channel by its id', async () => {
    expect(await source().find({ id: channelId })).toEqual({ sourceId: channelId, title: 'Un canal' });
  });

  it.each<[Behaviour, string]>([
    ['fails', 'unreachable'],
    ['hangs-up', 'unreachable'],
    ['stalls', 'slow'],
    ['too-many', 'quota'],
    ['quota', 'quota'],
    ['missing', 'not-found'],
    ['redirects', 'refused'],
    ['huge', 'too-large'],
    ['malformed', 'unreadable'],
    ['bomb', 'unreadable'],
  ])('turns a source that %s into the error %s, in time', async (behaviour, fault) => {
    standIn.behaviour = behaviour;
    for (const ask of [() => source().newestOf(channelId), () => source().find({ id: channelId })]) {
      const error = await ask().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(SourceError);
      expect(error).toMatchObject({ fault, message: `the source: ${fault}` });
    }
  });

  it('refuses an answer with malformed ids as unreadable', async () => {
    standIn.videos = [{ id: '../../x', title: 'Malo' }];
    await expect(source().newestOf(channelId)).rejects.toMatchObject({ fault: 'unreadable' });
  });
});

it('the YouTube API tells the length of a video and omits those that may not be embedded', async () => {
  standIn.videos = [
    { ...video(1), seconds: 3723 },
    { id: 'private-001', title: 'Privado' },
  ];
  expect((await standIn.api.newestOf(channelId)).videos).toEqual([
    { sourceId: 'video-00001', title: 'Video 1', description: '', seconds: 3723, hasSubtitles: true },
  ]);
  expect((await standIn.feed.newestOf(channelId)).videos[0]).toMatchObject({ seconds: null });
});

it('the YouTube API finds a channel by its handle, and the feed does not', async () => {
  expect((await standIn.api.find({ handle: '@canal' })).sourceId).toMatch(/^UC/);
  await expect(standIn.feed.find({ handle: '@canal' })).rejects.toMatchObject({ fault: 'needs-key' });
});

it('the YouTube API sends its key in a header, never in an address', async () => {
  await standIn.api.newestOf(channelId);
  expect(standIn.log.map(({ key }) => key)).toContain('a-key');
  expect(standIn.log.filter(({ address }) => address.includes('a-key'))).toEqual([]);
});

it('titleOf returns a title, or null when anything fails, and never throws', async () => {
  const { titles } = standIn.sources;
  const asked = { source: 'youtube', address: 'https://www.youtube.com/watch?v=video-00001' };
  standIn.videos = [video(1)];
  expect(await titles.titleOf(asked)).toBe('Video 1');
  for (const behaviour of ['fails', 'stalls', 'huge', 'malformed', 'redirects', 'hangs-up'] as const) {
    standIn.behaviour = behaviour;
    expect(await titles.titleOf(asked)).toBeNull();
  }
  standIn.behaviour = 'fine';
  standIn.log = [];
  expect(await titles.titleOf({ ...asked, source: 'instagram' })).toBeNull();
  expect(standIn.log).toEqual([]);
});

it('longOf answers where a short link of a fixed host leads, or null when anything fails, and never throws', async () => {
  const { links } = standIn.sources;
  standIn.links.set('/ZMabcdef/', 'http://169.254.169.254/latest/meta-data');
  expect(await links.longOf('https://vm.tiktok.com/ZMabcdef/')).toBe(
    'http://169.254.169.254/latest/meta-data',
  );
  for (const behaviour of ['fails', 'stalls', 'huge', 'missing', 'hangs-up'] as const) {
    standIn.behaviour = behaviour;
    expect(await links.longOf('https://vm.tiktok.com/ZMabcdef/')).toBeNull();
  }
  standIn.behaviour = 'fine';
  standIn.log = [];
  expect(await links.longOf('http://169.254.169.254/ZMabcdef/')).toBeNull();
  expect(await links.longOf('https://vm.tiktok.com//evil.example/')).toBeNull();
  // The stand-in received it: no part of a link is a host.
  expect(standIn.log.map(({ address }) => address)).toEqual(['//evil.example/']);
});

describe('the presence of a video', () => {
  const address = 'https://www.youtube.com/watch?v=abcdefghijk';
  const presenceOf = () => standIn.sources.presence.presenceOf({ source: 'youtube', address });

  it.each([
    [404, 'missing'],
    [410, 'missing'],
    [401, 'closed'],
  ])('is after the status %i %s', async (status, presence) => {
    standIn.videos = [video(1)];
    expect(await presenceOf()).toBe('there');
    standIn.gone = new Map([[address, status]]);
    expect(await presenceOf()).toBe(presence);
    standIn.gone.clear();
  });

  it.each<[Behaviour, string]>([
    ['fails', 'unreachable'],
    ['hangs-up', 'unreachable'],
    ['stalls', 'slow'],
    ['too-many', 'quota'],
    ['quota', 'quota'],
    ['redirects', 'refused'],
    ['huge', 'too-large'],
    ['malformed', 'unreadable'],
  ])('is unknown of a source that %s, which is the error %s', async (behaviour, fault) => {
    standIn.behaviour = behaviour;
    await expect(presenceOf()).rejects.toMatchObject({ fault });
  });

  it('is asked of the fixed host alone, whatever the address of the video says', async () => {
    const hostile = 'http://169.254.169.254/latest/meta-data';
    await standIn.sources.presence.presenceOf({ source: 'youtube', address: hostile }).catch(() => {});
    await standIn.sources.presence.presenceOf({ source: 'instagram', address: hostile }).catch(() => {});
    expect(standIn.log.map((each) => new URL(each.address, standIn.url).pathname)).toEqual([
      '/oembed',
      '/instagram_oembed',
    ]);
  });
});

describe('the presence of a video of Instagram', () => {
  const address = 'https://www.instagram.com/reel/Cabcdefghij/';
  const presenceOf = () => standIn.sources.presence.presenceOf({ source: 'instagram', address });

  it('is asked with the token in a header, and is missing after the error for a post that is no more', async () => {
    expect(await presenceOf()).toBe('there');
    expect(standIn.log).toMatchObject([{ key: 'Bearer a-token' }]);
    expect(standIn.log[0]?.address).not.toContain('a-token');
    standIn.gone = new Map([[address, 24]]);
    expect(await presenceOf()).toBe('missing');
    standIn.gone.clear();
  });

  it.each([
    ['a token that ended', 190],
    ['too many requests', 4],
    ['an app that may not ask', 10],
  ])('is unknown after the error of %s, which has the same status', async (_what, code) => {
    standIn.gone = new Map([[address, code]]);
    await expect(presenceOf()).rejects.toMatchObject({ fault: 'refused' });
    standIn.gone.clear();
  });

  it('is not asked without a token', () => {
    const sourcesWith = (instagramToken?: string) =>
      chooseVideoSources({ youtubeApiKey: undefined, instagramToken }).presence.sources;
    expect(sourcesWith()).not.toContain('instagram');
    expect(sourcesWith('a-token')).toContain('instagram');
  });
});
