import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type Behaviour,
  startVideoSources,
  type VideoSourcesStandIn,
} from '../../testing/stand-ins/video-sources.ts';
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

/** Both answer alike, so whoever asks need not know which it is. */
describe.each(['api', 'feed'] as const)('the %s', (which) => {
  const source = () => standIn[which];

  it('tells the newest videos of a channel, in the words they were given', async () => {
    const title = 'Ñandú & <compañía> «así» "sí" 日本 🎈';
    standIn.videos = [{ ...video(1, title), description: 'Uno\nDos & tres' }, video(2)];
    const { title: channelTitle, videos } = await source().newestOf(channelId);
    expect(channelTitle).toBe('Un canal');
    expect(videos.map((each) => [each.sourceId, each.title, each.description])).toEqual([
      ['video-00001', title, 'Uno\nDos & tres'],
      ['video-00002', 'Video 2', ''],
    ]);
  });

  it('of a channel without videos there are none', async () => {
    expect((await source().newestOf(channelId)).videos).toEqual([]);
  });

  it('one video is a list too, and the same twice is told as it came', async () => {
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
  ])('that %s is %s, soon and without more', async (behaviour, fault) => {
    standIn.behaviour = behaviour;
    for (const ask of [() => source().newestOf(channelId), () => source().find({ id: channelId })]) {
      const error = await ask().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(SourceError);
      expect(error).toMatchObject({ fault, message: `the source: ${fault}` });
    }
  });

  it('ids that are none make the whole answer unreadable', async () => {
    standIn.videos = [{ id: '../../x', title: 'Malo' }];
    await expect(source().newestOf(channelId)).rejects.toMatchObject({ fault: 'unreadable' });
  });
});

it('only the API knows how long a video is, and leaves out those that may not be shown elsewhere', async () => {
  standIn.videos = [
    { ...video(1), seconds: 3723 },
    { id: 'private-001', title: 'Privado' },
  ];
  expect((await standIn.api.newestOf(channelId)).videos).toEqual([
    { sourceId: 'video-00001', title: 'Video 1', description: '', seconds: 3723, hasSubtitles: true },
  ]);
  expect((await standIn.feed.newestOf(channelId)).videos[0]).toMatchObject({ seconds: null });
});

it('only the API finds a channel by its handle', async () => {
  expect((await standIn.api.find({ handle: '@canal' })).sourceId).toMatch(/^UC/);
  await expect(standIn.feed.find({ handle: '@canal' })).rejects.toMatchObject({ fault: 'needs-key' });
});

it('the key travels in a header, never in an address', async () => {
  await standIn.api.newestOf(channelId);
  expect(standIn.log.map(({ key }) => key)).toContain('a-key');
  expect(standIn.log.filter(({ address }) => address.includes('a-key'))).toEqual([]);
});

it('a title is told, or there is none: nothing that goes wrong is thrown', async () => {
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
