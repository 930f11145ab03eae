import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { insertChannel } from '../../../testing/rows/insert-channel.ts';
import {
  type Behaviour,
  startVideoSources,
  type VideoSourcesStandIn,
} from '../../../testing/stand-ins/video-sources.ts';
import { syncChannel } from './sync-channels.ts';

let standIn: VideoSourcesStandIn;
let community: Community;
let admin: Person;
let ana: Person;
beforeAll(async () => {
  standIn = await startVideoSources();
  community = await newCommunity({ videoSources: standIn.sources, poolSize: 30 });
  admin = await community.person({ role: 'admin' });
  ana = await community.person({ languages: ['fr'] });
});
afterAll(async () => {
  await community.close();
  await standIn.close();
});
beforeEach(async () => {
  community.setNow(null);
  Object.assign(standIn, { behaviour: 'fine', videos: [], asked: 0, channelTitle: 'Un canal' });
  await community.db.deleteFrom('videos').execute();
  await community.db.deleteFrom('videoChannels').execute();
  await community.db.deleteFrom('dueWork').execute();
});

const newId = () => randomUUID().slice(-11);
const some = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: newId(), title: `Video ${n}` }));

const list = (traits: Parameters<typeof insertChannel>[1] = {}, db = community.db) =>
  insertChannel(db, traits);

async function sync(person: Person | null, userId = person?.id ?? randomUUID(), world = community) {
  const answer = await world.request(person, 'POST', '/api/functions/sync-videos', { userId });
  return { http: answer.status, ...(await answer.json()) };
}

const channelNow = (id: string) =>
  community.db.selectFrom('videoChannels').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('syncVideos imports new videos as pending, with the language, level and topics of their channel', async () => {
  const channelId = await list();
  standIn.videos = [{ id: newId(), title: 'Le p\u0000ain &amp; co' }, ...some(2)];
  expect(await sync(ana)).toEqual({ http: 200, imported: 3, skipped: 0, waiting: 0, failed: 0 });
  const videos = await community.db
    .selectFrom('videos')
    .select(['title', 'language', 'level', 'topics', 'source', 'sourceUrl', 'moderationStatus', 'channelId'])
    .orderBy('id', 'desc')
    .execute();
  expect(videos[0]).toEqual({
    title: 'Le pain &amp; co',
    language: 'fr',
    level: 'intermediate',
    topics: ['music'],
    source: 'youtube',
    sourceUrl: `https://www.youtube.com/watch?v=${standIn.videos[0]?.id}`,
    moderationStatus: 'pending',
    channelId,
  });
  expect((await (await community.request(ana, 'GET', '/api/videos')).json()).items).toEqual([]);
  const { title, lastSyncedAt, lastError } = await channelNow(channelId);
  expect([title, lastSyncedAt instanceof Date, lastError]).toEqual(['Un canal', true, null]);
});

it('syncVideos asks the channels in the languages of a learner, or all channels when the learner named none', async () => {
  await list({ language: 'fr' });
  await list({ language: 'ko' });
  await list({ language: 'ko', isActive: false });
  await sync(ana);
  expect(standIn.asked).toBe(1);
  expect(await sync(await community.person({ languages: [] }))).toMatchObject({ waiting: 1 });
  expect(standIn.asked).toBe(2);
});

it('syncVideos asks all channels for an administrator, and for a learner those in the languages of that learner', async () => {
  await list({ language: 'fr' });
  await list({ language: 'ko' });
  expect(await sync(admin, ana.id)).toMatchObject({ http: 200 });
  expect(standIn.asked).toBe(1);
  expect(await sync(admin)).toMatchObject({ http: 200, waiting: 1 });
  expect(standIn.asked).toBe(2);
  expect(await sync(admin, randomUUID())).toMatchObject({ http: 404 });
});

it('syncVideos refuses a student who names another person, and asks no channel', async () => {
  await list();
  expect(await sync(null)).toMatchObject({ http: 401 });
  const teacher = await community.person({ role: 'teacher', verified: true });
  for (const person of [await community.person(), teacher]) {
    expect(await sync(person, ana.id)).toMatchObject({ http: 403, code: 'accounts/not-allowed' });
  }
  expect(standIn.asked).toBe(0);
});

it('syncVideos skips every video that it already has, whatever its status and origin', async () => {
  await list();
  standIn.videos = some(3);
  await community.db
    .insertInto('videos')
    .values({
      title: 'Propuesto',
      language: 'en',
      level: 'basic',
      source: 'youtube',
      sourceId: standIn.videos[0]?.id ?? '',
      moderationStatus: 'rejected',
    })
    .execute();
  standIn.videos.push(...standIn.videos.slice(1));
  expect(await sync(ana)).toMatchObject({ imported: 2, skipped: 3 });
  community.setNow(new Date(Date.now() + 16 * 60_000));
  standIn.videos = [...some(1), ...standIn.videos.slice(0, 3)];
  expect(await sync(ana)).toMatchObject({ imported: 1, skipped: 3 });
});

it('syncVideos asks a channel at most every quarter of an hour for all callers together', async () => {
  await list();
  const now = new Date();
  const at = async (minutes: number) => {
    community.setNow(new Date(now.getTime() + minutes * 60_000));
    await sync(ana);
    return standIn.asked;
  };
  expect([await at(0), await at(1), await at(14.9), await at(15), await at(16)]).toEqual([1, 1, 1, 2, 2]);
});

/** Twenty syncs that claim the channel at the same time: how often it was asked. */
async function manyAtOnce(world: Community): Promise<number> {
  standIn.asked = 0;
  const person = await world.person({ languages: ['fr'] });
  const answers = await raceForTable(world.db, 'dueWork', () =>
    Array.from({ length: 20 }, () => sync(person, person.id, world)),
  );
  const synced = { status: 'fulfilled', value: expect.objectContaining({ http: 200 }) };
  expect(answers).toEqual(Array(20).fill(synced));
  return standIn.asked;
}

it('twenty parallel syncs ask a channel once', async () => {
  await list();
  standIn.videos = some(15);
  expect(await manyAtOnce(community)).toBe(1);
});

it('the control: without a stored claim twenty parallel syncs ask a channel many times', async () => {
  const world = await newCommunity({
    videoSources: standIn.sources,
    poolSize: 30,
    // The first forty claims and outcomes are forgotten; were all of them, the syncs would go on until they may not.
    withoutGuards: `create sequence noted; create function forget() returns trigger language plpgsql as
        'begin
          if nextval(''noted'') <= 40 then new.leased_until := to_timestamp(0); new.due_at := old.due_at; end if;
          return new;
        end';
      create trigger forget before update on due_work for each row when (new.lease is not null) execute function forget()`,
  });
  try {
    await list({}, world.db);
    expect(await manyAtOnce(world)).toBeGreaterThan(1);
  } finally {
    await world.close();
  }
});

describe('syncVideos, when a source fails,', () => {
  it.each<[Behaviour, string]>([
    ['fails', 'unreachable'],
    ['hangs-up', 'unreachable'],
    ['stalls', 'slow'],
    ['too-many', 'quota'],
    ['quota', 'quota'],
    ['missing', 'not-found'],
    ['malformed', 'unreadable'],
    ['huge', 'too-large'],
    ['bomb', 'unreadable'],
  ])(
    'with %s still answers, and notes the fault on the channel until a success',
    async (behaviour, fault) => {
      const id = await list();
      standIn.behaviour = behaviour;
      expect(await sync(ana)).toEqual({ http: 200, imported: 0, skipped: 0, waiting: 0, failed: 1 });
      expect(await channelNow(id)).toMatchObject({ lastError: fault, lastSyncedAt: null });
      standIn.behaviour = 'fine';
      standIn.videos = some(1);
      // A failed sync counts for the shortest time too: more requests would not help the source.
      expect(await sync(ana)).toMatchObject({ waiting: 1 });
      community.setNow(new Date(Date.now() + 16 * 60_000));
      expect(await sync(ana)).toMatchObject({ imported: 1 });
      expect(await channelNow(id)).toMatchObject({ lastError: null });
    },
  );

  it('still imports from the other channels', async () => {
    await Promise.all([list(), list(), list()]);
    standIn.videos = some(1);
    expect(await sync(ana)).toMatchObject({ imported: 1, skipped: 2, failed: 0 });
  });
});

it('the scheduled sync asks every active channel', async () => {
  await list({ language: 'ko' });
  await list({ language: 'fr' });
  await list({ language: 'eo', isActive: false });
  standIn.videos = some(4);
  await community.runDue(syncChannel(standIn.feed));
  expect(standIn.asked).toBe(2);
  expect((await community.db.selectFrom('videos').select('id').execute()).length).toBe(4);
});
