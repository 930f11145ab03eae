import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { plansOf } from '../../../testing/plans-of.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { listFeed, type VideoPage } from '../contract.ts';
import { readFeed } from './read-feed.ts';
import { readShelves } from './read-shelves.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('videos').execute();
  await sql`update feed_settings set discovery_percent = 20, topics_percent = 60, new_days = 3`.execute(
    community.db,
  );
});

const student = () => community.person({ languages: ['fr'], level: 'basic' });

async function readPage(person: Person, query = ''): Promise<VideoPage> {
  return answerOf(community.request(person, 'GET', `/api/videos${query}`), listFeed);
}

/** Reads the feed to its end; `between` runs after each page. */
async function readAll(person: Person, between: (page: VideoPage) => Promise<unknown> = async () => {}) {
  const pages: VideoPage[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: VideoPage = await readPage(person, cursor && `?cursor=${cursor}`);
    pages.push(page);
    await between(page);
    cursor = page.nextCursor;
  }
  return pages.map(({ items }) => items);
}

type Traits = Parameters<typeof insertVideo>[1];

/** Inserts videos, the newest first, titled `name 1`, `name 2`… */
async function insertMany(name: string, count: number, traits: Traits = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 1; n <= count; n++) {
    const createdAt = new Date(Date.now() - n * 60_000);
    ids.push(
      await insertVideo(community.db, { title: `${name} ${n}`, language: 'fr', createdAt, ...traits }),
    );
  }
  return ids;
}

const titles = (items: VideoPage['items']) => items.map(({ title }) => title);
const react = (person: Person, id: string, to: string) =>
  community.request(person, 'PUT', `/api/videos/${id}/${to}`);

it('every fifth video of the feed is one to discover, by turns of another level and of another language', async () => {
  const rosa = await student();
  await insertMany('propio', 16);
  await insertMany('nivel', 2, { level: 'advanced' });
  await insertMany('otro', 2, { language: 'ko' });
  const [first = [], second = []] = await readAll(rosa);
  expect(titles(first)).toEqual([
    ...['propio 1', 'propio 2', 'propio 3', 'propio 4', 'nivel 1'],
    ...['propio 5', 'propio 6', 'propio 7', 'propio 8', 'otro 1'],
  ]);
  expect(titles(second).filter((title) => !title.startsWith('propio'))).toEqual(['nivel 2', 'otro 2']);
  expect(first.map(({ reason }) => reason?.kind)).toEqual([
    ...['language', 'language', 'language', 'language', 'level'],
    ...['language', 'language', 'language', 'language', 'discover'],
  ]);
});

it('a student who named languages and no level discovers other languages, as every fifth video', async () => {
  const rosa = await community.person({ languages: ['fr'] });
  await insertMany('propio', 16);
  await insertMany('otro', 4, { language: 'ko' });
  const pages = await readAll(rosa);
  for (const items of pages) {
    const places = items.flatMap(({ reason }, place) => (reason?.kind === 'discover' ? [place + 1] : []));
    expect(places).toEqual([5, 10]);
  }
  expect(titles((await readPage(rosa, '?language=fr')).items)).toEqual(
    Array.from({ length: 10 }, (_, n) => `propio ${n + 1}`),
  );
});

it('a student who has seen every video in their language gets these again, and of other languages no more than the share', async () => {
  const rosa = await student();
  for (const id of await insertMany('propio', 16)) {
    await community.request(rosa, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
  }
  await insertMany('otro', 12, { language: 'ko' });
  const [first = [], second = [], last = []] = await readAll(rosa);
  const others = (items: VideoPage['items']) => items.filter(({ language }) => language !== 'fr').length;
  expect([others(first), others(second), others(last)]).toEqual([2, 2, 8]);
});

it('a kid discovers only videos of other languages that are marked for kids', async () => {
  const leo = await community.person({ ageGroup: 'kid', languages: ['fr'] });
  await insertMany('propio', 8, { isForKids: true });
  await insertMany('para niños', 2, { language: 'ko', isForKids: true });
  await insertMany('para adultos', 3, { language: 'ko', createdAt: new Date() });
  const { items } = await readPage(leo);
  expect(titles(items).filter((title) => !title.startsWith('propio'))).toEqual([
    'para niños 1',
    'para niños 2',
  ]);
});

it('the settings say how much of the feed is to discover, and for how long a video is new', async () => {
  const rosa = await student();
  await insertMany('propio', 12);
  await insertMany('otro', 12, { language: 'ko', createdAt: new Date(Date.now() - 5 * 86_400_000) });
  await sql`update feed_settings set discovery_percent = 0`.execute(community.db);
  expect(titles((await readPage(rosa)).items)).not.toContain('otro 1');
  await sql`update feed_settings set discovery_percent = 50`.execute(community.db);
  const { items } = await readPage(rosa);
  expect(titles(items).filter((title) => title.startsWith('otro'))).toHaveLength(5);
  const isNew = (page: VideoPage) => new Set(page.items.map((video) => `${video.language} ${video.isNew}`));
  expect(isNew({ items, nextCursor: null })).toEqual(new Set(['fr true', 'ko false']));
  await sql`update feed_settings set new_days = 6`.execute(community.db);
  expect(isNew(await readPage(rosa))).toEqual(new Set(['fr true', 'ko true']));
});

it('the feed shows more of a topic that a student likes, and says so', async () => {
  const rosa = await student();
  const liked = await insertMany('visto', 2, { topics: ['food'], language: 'de' });
  for (const id of liked) await react(rosa, id, 'like');
  await insertMany('gramática', 6, { topics: ['grammar'] });
  await insertMany('comida', 6, { topics: ['grammar', 'food'] });
  const { items } = await readPage(rosa, '?language=fr');
  expect(titles(items).filter((title) => title.startsWith('comida'))).toHaveLength(6);
  expect(items[0]).toMatchObject({ title: 'comida 1', reason: { kind: 'topic', topic: 'food' } });
});

it('a video that a student is not interested in is never in their feed again, until they undo that', async () => {
  const [rosa, luis] = [await student(), await student()];
  const [one = '', two = ''] = await insertMany('propio', 2);
  await react(rosa, one, 'not-interested');
  expect(titles((await readPage(rosa)).items)).toEqual(['propio 2']);
  expect(titles((await readPage(luis)).items)).toEqual(['propio 1', 'propio 2']);
  // Watched, too, it does not come back among the seen ones.
  await community.request(rosa, 'POST', `/api/videos/${one}/view`, { watchedSeconds: 9 });
  await community.request(rosa, 'POST', `/api/videos/${two}/view`, { watchedSeconds: 9 });
  const { items } = await readPage(rosa);
  expect(items).toMatchObject([{ title: 'propio 2', reason: { kind: 'again' } }]);
  await community.request(rosa, 'DELETE', `/api/videos/${one}/not-interested`);
  expect(titles((await readPage(rosa)).items)).toEqual(['propio 1', 'propio 2']);
});

it('two refusals make a topic rarer in the feed, without taking it away, and one changes nothing', async () => {
  const rosa = await student();
  const refused = await insertMany('no', 2, { topics: ['news'], language: 'de' });
  await insertMany('noticia', 9, { topics: ['news'], createdAt: new Date() });
  await insertMany('propio', 20);
  const news = async (query = '') =>
    titles((await readPage(rosa, query)).items).filter((title) => title.startsWith('noticia')).length;
  await react(rosa, refused[0] ?? '', 'not-interested');
  expect(await news()).toBe(9);
  await react(rosa, refused[1] ?? '', 'not-interested');
  expect(await news()).toBe(0);
  expect(await news('?topic=news')).toBe(9);
  const all = (await readAll(rosa)).flat();
  expect(titles(all).filter((title) => title.startsWith('noticia'))).toHaveLength(9);
  expect(titles(all).findIndex((title) => title.startsWith('noticia'))).toBeLessThan(20);
});

it('two refusals make a channel rarer in the feed', async () => {
  const rosa = await student();
  const { id: channelId } = await community.db
    .insertInto('videoChannels')
    .values({ sourceId: `UC${'a'.repeat(22)}`, title: 'Canal Lima', language: 'fr', level: 'basic' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const ofChannel = await insertMany('canal', 6, { channelId, createdAt: new Date() });
  await insertMany('propio', 12);
  for (const id of ofChannel.slice(0, 2)) await react(rosa, id, 'not-interested');
  expect(titles((await readPage(rosa)).items).filter((title) => title.startsWith('canal'))).toEqual([]);
  expect((await readAll(rosa)).flat()).toHaveLength(16);
});

it('likes, refusals, views, another profile and other settings between pages neither repeat a video nor skip one', async () => {
  const rosa = await student();
  const all = [
    ...(await insertMany('propio', 14, { topics: ['food'] })),
    ...(await insertMany('nivel', 8, { level: 'advanced', topics: ['news'] })),
    ...(await insertMany('otro', 8, { language: 'ko', topics: ['music'] })),
  ];
  let page = 0;
  const pages = await readAll(rosa, async ({ items }) => {
    for (const { id } of items) {
      await community.request(rosa, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
      await react(rosa, id, page === 0 ? 'like' : 'not-interested');
    }
    await sql`update profiles set level = 'advanced', languages = '{ko}' where user_id = ${rosa.id}`.execute(
      community.db,
    );
    await sql`update feed_settings set discovery_percent = ${page * 25}, topics_percent = ${page * 50}`.execute(
      community.db,
    );
    page++;
  });
  const ids = pages.flat().map(({ id }) => id);
  expect(pages.map(({ length }) => length)).toEqual([10, 10, 10]);
  expect(ids.toSorted()).toEqual(all.toSorted());
});

it('the feed refuses a cursor that a client changed', async () => {
  const rosa = await student();
  await insertMany('propio', 11);
  const { nextCursor } = await readPage(rosa);
  const key: string[] = JSON.parse(Buffer.from(nextCursor ?? '', 'base64url').toString());
  const spoilt: [number, string][] = [
    [0, '2026-02-30T10:00:00.000000Z'],
    [1, '-1'],
    [5, 'nobody'],
    [6, '1e3'],
    [10, 'infinity'],
    [11, 'x'],
  ];
  for (const [part, text] of spoilt) {
    const cursor = Buffer.from(JSON.stringify(key.with(part, text))).toString('base64url');
    const answer = await community.request(rosa, 'GET', `/api/videos?cursor=${cursor}`);
    await expect(answer, `part ${part}`).toBeRefused(commonRefusals.badInput);
  }
});

/** A community of some years with a student who watched the newest 500 videos and reacted to the oldest. */
async function insertTenThousand(rosa: Person) {
  await sql`insert into videos (title, language, level, topics, source, source_id, moderation_status, created_at)
    select 'Video ' || n, (array['en', 'fr', 'de', 'ko'])[1 + n % 4], (array['basic', 'intermediate', 'advanced'])[1 + n % 3],
      array[(array['news', 'grammar', 'food'])[1 + n % 3]], 'upload', 'clip-' || n, 'approved', now() - n * interval '1 minute'
    from generate_series(1, 10000) n`.execute(community.db);
  await sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds)
    select ${rosa.id}, id, 'view', '2026-11-01', 9 from videos order by created_at desc limit 500`.execute(
    community.db,
  );
  await sql`insert into video_interactions (user_id, video_id, interaction_type)
    select ${rosa.id}, id, case when 'food' = any(topics) then 'like' else 'not_interested' end
    from videos order by created_at limit 9`.execute(community.db);
  await sql`analyze videos, video_interactions`.execute(community.db);
}

it('with 10,000 videos a page of the feed reads its lanes in one statement along the index of the feed', async () => {
  const rosa = await student();
  await insertTenThousand(rosa);
  const ctx = await community.ctxFor(rosa);
  const filters = { language: [], topic: [] };
  const page = (cursor?: string) => plansOf(ctx, (listening) => readFeed(listening, { ...filters, cursor }));
  const [, lanes, rows, ...more] = await page();
  const { nextCursor } = await readFeed(ctx, filters);
  const second = await page(nextCursor ?? undefined);
  // Before its lanes the first page reads the taste of the student, and after them each page its ten videos.
  expect([more.length, second.length]).toEqual([0, 2]);
  for (const plan of [lanes, second[0]]) {
    expect(plan).toMatch(/Index (Only )?Scan (Backward )?using videos_in_feed on videos/);
    expect(plan).not.toMatch(/Seq Scan on videos|using videos_by_age/);
  }
  expect(rows).toMatch(/using videos_pkey on videos/);
});

it('where the newest videos are on shelves, a page asks the database for what is the student’s own, as long as they reach', async () => {
  const [rosa, luis] = [await student(), await student()];
  await insertTenThousand(rosa);
  const filters = { language: [], topic: [] };
  const shelves = await readShelves(await community.ctxFor(luis));
  const statementsOf = async (person: Person) => {
    const ctx = await community.ctxFor(person);
    return plansOf(ctx, (listening) => readFeed(listening, filters, shelves));
  };
  const [, reactions, ...more] = await statementsOf(luis);
  expect(more).toEqual([]);
  expect(reactions).toMatch(/using once_per_day on video_interactions/);
  expect(reactions).not.toMatch(/on videos/);
  // Rosa has seen all that the shelves hold: the third statement reads the lanes of the four languages that there are.
  const [, , lanes, ...rows] = await statementsOf(rosa);
  expect(rows).toHaveLength(1);
  expect(lanes).toMatch(/using videos_in_feed on videos/);
});

it('with 10,000 videos the shelves are read along the index of the feed', async () => {
  const rosa = await student();
  await insertTenThousand(rosa);
  const [plan] = await plansOf(await community.ctxFor(rosa), readShelves);
  expect(plan).toMatch(/using videos_in_feed on videos/);
  expect(plan).not.toMatch(/Seq Scan on videos/);
});
