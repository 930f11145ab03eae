import { afterAll, beforeAll, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { asAnotherProcess } from '../../../testing/processes/as-another-process.ts';
import { raceForRows } from '../../../testing/races/race.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { type Reaction, reactToVideo } from './react-to-video.ts';

let community: Community;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  ana = await community.person();
});
afterAll(() => community.close());

async function reactions({ db }: Community, videoId: string, reaction: Reaction): Promise<number> {
  const rows = await db
    .selectFrom('videoInteractions')
    .select('userId')
    .where('videoId', '=', videoId)
    .where('interactionType', '=', reaction)
    .execute();
  return rows.length;
}

it.each([
  ['like', 'like', 'liked'],
  ['save', 'save', 'saved'],
  ['not_interested', 'not-interested', 'notInterested'],
] as const)(
  'a %s is stored once, however often it is requested, and can be removed',
  async (reaction, address, flag) => {
    const id = await insertVideo(community.db);
    const path = `/api/videos/${id}/${address}`;
    for (let time = 0; time < 2; time++) {
      const put = await community.request(ana, 'PUT', path);
      expect([put.status, await put.json()]).toEqual([200, { [flag]: true }]);
      expect(await reactions(community, id, reaction)).toBe(1);
    }
    for (let time = 0; time < 2; time++) {
      const taken = await community.request(ana, 'DELETE', path);
      expect([taken.status, await taken.json()]).toEqual([200, { [flag]: false }]);
      expect(await reactions(community, id, reaction)).toBe(0);
    }
  },
);

it('removing a like keeps the save, the view and the likes of other people', async () => {
  const luis = await community.person();
  const id = await insertVideo(community.db);
  await community.request(ana, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 5 });
  await community.request(ana, 'PUT', `/api/videos/${id}/save`);
  for (const person of [ana, luis]) await community.request(person, 'PUT', `/api/videos/${id}/like`);
  await community.request(ana, 'DELETE', `/api/videos/${id}/like`);
  const left = await community.db
    .selectFrom('videoInteractions')
    .select(['userId', 'interactionType'])
    .where('videoId', '=', id)
    .orderBy('interactionType')
    .execute();
  expect(left).toEqual([
    { userId: luis.id, interactionType: 'like' },
    { userId: ana.id, interactionType: 'save' },
    { userId: ana.id, interactionType: 'view' },
  ]);
});

it('reactToVideo answers 404 for a video that is not shown, as for one that does not exist', async () => {
  const absent = '0198c1a0-0000-7000-8000-000000000000';
  const hidden = [
    await insertVideo(community.db, { isActive: false }),
    await insertVideo(community.db, { moderationStatus: 'pending' }),
    await insertVideo(community.db, { moderationStatus: 'rejected' }),
  ];
  for (const id of [absent, ...hidden]) {
    for (const reaction of ['like', 'save', 'not_interested'] as const) {
      for (const method of ['PUT', 'DELETE']) {
        const address = `/api/videos/${id}/${reaction.replace('_', '-')}`;
        const answer = await community.request(ana, method, address);
        await expect(answer).toBeRefused(commonRefusals.notFound);
      }
      expect(await reactions(community, id, reaction)).toBe(0);
    }
  }
});

it('reactToVideo refuses a malformed id', async () => {
  expect((await community.request(ana, 'PUT', '/api/videos/one/like')).status).toBe(400);
});

it('reactToVideo refuses a visitor and stores nothing', async () => {
  const id = await insertVideo(community.db);
  for (const method of ['PUT', 'DELETE']) {
    expect((await community.request(null, method, `/api/videos/${id}/like`)).status).toBe(401);
    expect((await community.request(null, method, `/api/videos/${id}/save`)).status).toBe(401);
  }
  expect(await reactions(community, id, 'like')).toBe(0);
});

async function reactManyTimesAtOnce(world: Community, person: Person, id: string, reaction: Reaction) {
  const ctx = await world.ctxFor(person);
  const wishes = Array.from({ length: 100 }, () =>
    reactToVideo(asAnotherProcess(ctx), { id, reaction, wanted: true }),
  );
  await Promise.all(wishes);
}

it.each(['like', 'not_interested'] as const)(
  'a hundred parallel requests of one person for "%s" store it once',
  async (reaction) => {
    const id = await insertVideo(community.db);
    await reactManyTimesAtOnce(community, ana, id, reaction);
    expect(await reactions(community, id, reaction)).toBe(1);
  },
);

it.each(['like', 'not_interested'] as const)(
  'the control: without the constraint a hundred parallel requests for "%s" store many',
  async (reaction) => {
    const world = await newCommunity({
      withoutGuards: 'alter table video_interactions drop constraint once_per_day',
    });
    try {
      const person = await world.person();
      const id = await insertVideo(world.db);
      await reactManyTimesAtOnce(world, person, id, reaction);
      expect(await reactions(world, id, reaction)).toBeGreaterThan(1);
    } finally {
      await world.close();
    }
  },
);

it('a hundred parallel toggles of one person end in one like or none, without an error', async () => {
  const id = await insertVideo(community.db);
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      community.request(ana, i % 2 === 0 ? 'PUT' : 'DELETE', `/api/videos/${id}/like`),
    ),
  );
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200]));
  expect(await reactions(community, id, 'like')).toBeLessThanOrEqual(1);
  await community.request(ana, 'PUT', `/api/videos/${id}/like`);
  expect(await reactions(community, id, 'like')).toBe(1);
});

/**
 * One person likes a video and takes the like back a thousand times, by four processes at once. Each process does its
 * own requests in turn and ends with ten likes, so that at least ten likes of one process follow the last removal,
 * whichever process it was by.
 */
async function toggleAThousandTimes(world: Community, person: Person): Promise<number> {
  const id = await insertVideo(world.db);
  const ctx = await world.ctxFor(person);
  const processes = Array.from({ length: 4 }, () => asAnotherProcess(ctx));
  const toggles = Array.from({ length: 250 }, (_, nth) =>
    processes.map((ctx) => reactToVideo(ctx, { id, reaction: 'like', wanted: nth % 2 === 1 || nth >= 240 })),
  );
  const outcomes = await Promise.allSettled(toggles.flat());
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(outcomes).toHaveLength(1000);
  return reactions(world, id, 'like');
}

it('a thousand toggles of one person at once, by four processes that end with likes, end in one like', async () => {
  expect(await toggleAThousandTimes(community, ana)).toBe(1);
});

it('the control: without the constraint the same thousand toggles end in several likes', async () => {
  const world = await newCommunity({
    withoutGuards: 'alter table video_interactions drop constraint once_per_day',
  });
  try {
    expect(await toggleAThousandTimes(world, await world.person())).toBeGreaterThan(1);
  } finally {
    await world.close();
  }
});

/** One person likes a video and takes the like back, four times each at once, by as many processes. */
async function toggleAtOnce(world: Community, person: Person): Promise<number> {
  const ctx = await world.ctxFor(person);
  const id = await insertVideo(world.db);
  const outcomes = await raceForRows(world.db, 'videos', () =>
    Array.from({ length: 8 }, (_, nth) =>
      reactToVideo(asAnotherProcess(ctx), { id, reaction: 'like', wanted: nth % 2 === 0 }),
    ),
  );
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  return reactions(world, id, 'like');
}

it('toggles of one person by several processes end in one like or none', async () => {
  expect(await toggleAtOnce(community, ana)).toBeLessThanOrEqual(1);
});

it('the control: without the constraint toggles by several processes end in several likes', async () => {
  const world = await newCommunity({
    withoutGuards: 'alter table video_interactions drop constraint once_per_day',
  });
  try {
    expect(await toggleAtOnce(world, await world.person())).toBeGreaterThan(1);
  } finally {
    await world.close();
  }
});
