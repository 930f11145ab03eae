import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import {
  type Behaviour,
  startVideoSources,
  type VideoSourcesStandIn,
} from '../../../testing/stand-ins/video-sources.ts';
import { checkPresence } from './check-presence.ts';

const start = new Date('2026-11-20T10:00:00Z');
const day = 24 * 60 * 60 * 1000;

let community: Community;
let standIn: VideoSourcesStandIn;
let ana: Person;
let admin: Person;
beforeAll(async () => {
  [community, standIn] = await Promise.all([newCommunity(), startVideoSources()]);
  ana = await community.person();
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), standIn.close()]));

let now = start;
beforeEach(async () => {
  now = start;
  community.setNow(start);
  Object.assign(standIn, { behaviour: 'fine', videos: [{ id: 'x', title: 'Video' }], log: [] });
  standIn.gone.clear();
  await community.db.deleteFrom('videos').execute();
});

const addressOf = (id: string) => `https://www.youtube.com/watch?v=${id}`;

const insert = (sourceId: string, traits: Parameters<typeof insertVideo>[1] = {}) =>
  insertVideo(community.db, {
    source: 'youtube',
    sourceId,
    sourceUrl: addressOf(sourceId),
    checkAt: start,
    ...traits,
  });

const check = async () => checkPresence(await community.ctxFor(), standIn.sources.presence);

/** Checks once on each of so many days. */
async function pass(days: number): Promise<void> {
  for (let n = 0; n < days; n++) {
    await check();
    now = new Date(now.getTime() + day);
    community.setNow(now);
  }
}

async function inFeed(): Promise<string[]> {
  const { items } = await (await community.request(ana, 'GET', '/api/videos')).json();
  return items.map(({ sourceId }: { sourceId: string }) => sourceId).sort();
}

const stateOf = async (id: string) => {
  const { items } = await (
    await community.request(admin, 'GET', '/api/videos/moderation?status=approved')
  ).json();
  return items.find((video: { id: string }) => video.id === id);
};

it('a video that its source says is gone leaves the feed on the third day, with the reason, and comes back by itself', async () => {
  const id = await insert('dead');
  await insert('alive');
  standIn.gone.set(addressOf('dead'), 404);
  await pass(2);
  expect(await inFeed()).toEqual(['alive', 'dead']);
  expect(await stateOf(id)).toMatchObject({ isActive: true, goneAs: null, goneAt: null });
  await pass(1);
  expect(await inFeed()).toEqual(['alive']);
  expect(await stateOf(id)).toMatchObject({ isActive: false, goneAs: 'missing', status: 'approved' });
  standIn.gone.clear();
  await pass(8);
  expect(await inFeed()).toEqual(['alive', 'dead']);
  expect(await stateOf(id)).toMatchObject({ isActive: true, goneAs: null, goneAt: null });
});

it('one answer that it is there begins the count again', async () => {
  await insert('flaky');
  await insert('alive');
  standIn.gone.set(addressOf('flaky'), 401);
  await pass(2);
  standIn.gone.clear();
  await pass(1);
  standIn.gone.set(addressOf('flaky'), 401);
  await pass(8);
  expect(await inFeed()).toEqual(['alive', 'flaky']);
  await pass(1);
  expect(await inFeed()).toEqual(['alive']);
});

it.each<Behaviour>(['fails', 'hangs-up', 'stalls', 'too-many', 'quota', 'redirects', 'huge', 'malformed'])(
  'a source that %s takes no video out of the feed in ten days, and is asked once a round',
  async (behaviour) => {
    standIn.behaviour = behaviour;
    await insert('one');
    await insert('two', { goneCount: 2, goneAs: 'missing' });
    await pass(behaviour === 'stalls' ? 3 : 10);
    expect(await inFeed()).toEqual(['one', 'two']);
    expect(standIn.log.length).toBeLessThanOrEqual(10);
  },
);

it('a source that says of every video that it is gone is not believed', async () => {
  for (const name of ['one', 'two', 'three']) await insert(name);
  // This one is not due: it is the control.
  await insert('later', { checkAt: new Date(start.getTime() + 20 * day) });
  standIn.behaviour = 'missing';
  await pass(6);
  expect(await inFeed()).toEqual(['later', 'one', 'three', 'two']);
  // Asked about one alone, the source has to say that the control is there.
  await community.db.deleteFrom('videos').where('sourceId', 'in', ['two', 'three']).execute();
  await pass(6);
  expect(await inFeed()).toEqual(['later', 'one']);
});

it('an administrator brings a video back, which is asked about again; what they turned off stays off', async () => {
  const id = await insert('dead');
  await insert('alive');
  await insert('off', { isActive: false });
  standIn.gone.set(addressOf('dead'), 410);
  await pass(3);
  expect(await inFeed()).toEqual(['alive']);
  expect((await community.request(admin, 'PATCH', `/api/videos/${id}`, { isActive: true })).status).toBe(200);
  expect(await inFeed()).toEqual(['alive', 'dead']);
  expect(await stateOf(id)).toMatchObject({ goneAs: null, goneAt: null });
  await pass(7);
  expect(await inFeed()).toEqual(['alive', 'dead']);
  await pass(3);
  expect(await inFeed()).toEqual(['alive']);
  expect(standIn.log.filter(({ address }) => address.includes('off'))).toEqual([]);
});

it('an administrator who acts while the source is asked has the last word', async () => {
  const [back, off] = [
    await insert('back', { goneCount: 3, goneAs: 'missing', goneAt: start, isActive: false }),
    await insert('off', { goneCount: 2, goneAs: 'missing' }),
  ];
  const { presence } = standIn.sources;
  const acting = (sourceId: string, act: () => Promise<unknown>) => ({
    ...presence,
    async presenceOf({ address }: { source: string; address: string }) {
      if (address === addressOf(sourceId)) await act();
      return address === addressOf(sourceId) ? ('missing' as const) : ('there' as const);
    },
  });
  const turn = (id: string, isActive: boolean) => () =>
    community.request(admin, 'PATCH', `/api/videos/${id}`, { isActive });
  await insert('alive');
  await checkPresence(await community.ctxFor(), acting('back', turn(back, true)));
  expect(await stateOf(back)).toMatchObject({ isActive: true, goneAt: null });
  await community.db
    .updateTable('videos')
    .set({ checkAt: start, goneCount: 2, goneAs: 'missing' })
    .where('id', '=', off)
    .execute();
  await checkPresence(await community.ctxFor(), acting('off', turn(off, false)));
  // Turned off by a person, it is nothing that comes back by itself.
  expect(await stateOf(off)).toMatchObject({ isActive: false, goneAt: null });
});

it('a source that refuses keeps no video of another source from being checked', async () => {
  const before = new Date(start.getTime() - day);
  const reels = Array.from({ length: 30 }, (_, n) => `https://www.instagram.com/reel/reel${n}/`);
  for (const [n, sourceUrl] of reels.entries()) {
    await insert(`reel${n}`, { source: 'instagram', sourceUrl, checkAt: before });
    // The code of a token that was revoked.
    standIn.gone.set(sourceUrl, 190);
  }
  await insert('dead');
  await insert('alive');
  standIn.gone.set(addressOf('dead'), 404);
  await pass(3);
  expect(await inFeed()).toContain('alive');
  expect(await inFeed()).not.toContain('dead');
});

it('a round asks a source about ten videos, those first that wait longest, and never about clips of Sumi’s own', async () => {
  await insertVideo(community.db, { checkAt: start });
  for (let n = 0; n < 12; n++) {
    await insert(`v${String(n).padStart(2, '0')}`, { checkAt: new Date(start.getTime() - n * 1000) });
  }
  await check();
  const asked = standIn.log.map(({ address }) => /v(\d\d)/.exec(decodeURIComponent(address))?.[1]);
  expect(asked).toEqual(['11', '10', '09', '08', '07', '06', '05', '04', '03', '02']);
});
