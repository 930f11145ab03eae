import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { listFeed, listSavedVideos, type VideoPage } from './contract.ts';

let community: Community;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  ana = await community.person();
});
afterAll(() => community.close());
beforeEach(() => community.db.deleteFrom('videos').execute());

async function read(path: string, person: Person | null = ana): Promise<VideoPage> {
  const operation = path.startsWith('/api/videos/saved') ? listSavedVideos : listFeed;
  return answerOf(community.request(person, 'GET', path), operation);
}

async function titles(query = ''): Promise<string[]> {
  return (await read(`/api/videos${query}`)).items.map((video) => video.title);
}

async function allPages(path: string): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: VideoPage = await read(
      `${path}${cursor && `${path.includes('?') ? '&' : '?'}cursor=${cursor}`}`,
    );
    pages.push(page.items.map((video) => video.id));
    cursor = page.nextCursor;
  }
  return pages;
}

it('the feed and the saved videos refuse a visitor', async () => {
  for (const path of ['/api/videos', '/api/videos/saved']) {
    const answer = await community.request(null, 'GET', path);
    await expect(answer).toBeRefused(commonRefusals.signInFirst);
  }
});

it('the feed lists the newest video first', async () => {
  await insertVideo(community.db, { title: 'ayer', createdAt: '2026-11-19T10:00:00Z' });
  await insertVideo(community.db, { title: 'hoy', createdAt: '2026-11-20T10:00:00Z' });
  await insertVideo(community.db, { title: 'antier', createdAt: '2026-11-18T10:00:00Z' });
  expect(await titles()).toEqual(['hoy', 'ayer', 'antier']);
});

it('the feed shows unseen videos first, and among them the languages and the level of the student', async () => {
  const rosa = await community.person({ languages: ['fr'], level: 'basic' });
  const at = (hour: number) => ({ createdAt: `2026-11-20T${10 + hour}:00:00Z` });
  const seen = await insertVideo(community.db, { title: 'francés visto', language: 'fr', ...at(9) });
  await insertVideo(community.db, { title: 'inglés nuevo', language: 'en', ...at(8) });
  await insertVideo(community.db, { title: 'francés avanzado', language: 'fr', level: 'advanced', ...at(7) });
  await insertVideo(community.db, { title: 'francés básico', language: 'fr', ...at(2) });
  await insertVideo(community.db, { title: 'francés básico anterior', language: 'fr', ...at(1) });
  await community.request(rosa, 'POST', `/api/videos/${seen}/view`, { watchedSeconds: 9 });
  const shown = async (query = '') =>
    (await read(`/api/videos${query}`, rosa)).items.map(({ title }) => title);
  const french = ['francés básico', 'francés básico anterior', 'francés avanzado'];
  expect(await shown()).toEqual([...french, 'inglés nuevo', 'francés visto']);
  expect(await shown('?language=fr')).toEqual([...french, 'francés visto']);
});

it('a student who watches while they scroll gets each video once, through every page', async () => {
  const luis = await community.person({ languages: ['en'], level: 'basic' });
  const levels = ['basic', 'advanced'] as const;
  for (let i = 0; i < 25; i++) {
    await insertVideo(community.db, { level: levels[i % 2]!, language: i % 5 === 0 ? 'ko' : 'en' });
  }
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: VideoPage = await read(`/api/videos${cursor && `?cursor=${cursor}`}`, luis);
    for (const { id } of page.items) {
      await community.request(luis, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
    }
    ids.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(ids).toHaveLength(25);
  expect(new Set(ids).size).toBe(25);
});

it('a kid sees only videos for kids: in the feed, among the saved, when watching and when reacting', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  const open = await insertVideo(community.db, { title: 'para todos', isForKids: true });
  const adult = await insertVideo(community.db, { title: 'para adultos' });
  await community.db
    .insertInto('videoInteractions')
    .values([open, adult].map((videoId) => ({ userId: kid.id, videoId, interactionType: 'save' as const })))
    .execute();
  for (const path of ['/api/videos', '/api/videos/saved']) {
    expect(
      (await read(path, kid)).items.map(({ title }) => title),
      path,
    ).toEqual(['para todos']);
  }
  const watch = (id: string) =>
    community.request(kid, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
  expect((await watch(open)).status).toBe(200);
  await expect(await watch(adult)).toBeRefused(commonRefusals.notFound);
  const like = await community.request(kid, 'PUT', `/api/videos/${adult}/like`);
  await expect(like).toBeRefused(commonRefusals.notFound);
  expect((await titles()).sort()).toEqual(['para adultos', 'para todos']);
});

it('the feed shows active and approved videos only', async () => {
  await insertVideo(community.db, { title: 'a la vista' });
  await insertVideo(community.db, { title: 'apagado', isActive: false });
  await insertVideo(community.db, { title: 'en espera', moderationStatus: 'pending' });
  await insertVideo(community.db, { title: 'rechazado', moderationStatus: 'rejected' });
  expect(await titles()).toEqual(['a la vista']);
  expect(await titles('?language=en')).toEqual(['a la vista']);
});

it('a row of the feed carries every field that a player needs', async () => {
  const createdAt = new Date(Date.now() - 3_600_000).toISOString();
  const id = await insertVideo(community.db, {
    title: 'Make o do',
    description: 'Dos verbos',
    topics: ['grammar', 'vocabulary'],
    sourceId: 'en-make-do.mp4',
    thumbnailUrl: '/media/clips/en-make-do.webp',
    captionsUrl: '/media/clips/en-make-do.vtt',
    hasSubtitles: true,
    createdAt,
  });
  expect((await read('/api/videos')).items).toEqual([
    {
      id,
      title: 'Make o do',
      description: 'Dos verbos',
      language: 'en',
      level: 'basic',
      topics: ['grammar', 'vocabulary'],
      source: 'upload',
      sourceId: 'en-make-do.mp4',
      sourceUrl: null,
      thumbnailUrl: '/media/clips/en-make-do.webp',
      captionsUrl: '/media/clips/en-make-do.vtt',
      seconds: 9,
      isSponsored: false,
      hasSubtitles: true,
      createdAt,
      liked: false,
      saved: false,
      viewed: false,
      reason: null,
      isNew: true,
    },
  ]);
});

it('pages of the feed hold ten videos, and neither skip nor repeat one where many share an instant', async () => {
  for (let i = 0; i < 25; i++) await insertVideo(community.db, { createdAt: '2026-11-20T10:00:00Z' });
  const pages = await allPages('/api/videos');
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(new Set(pages.flat()).size).toBe(25);
});

it('pages of the feed neither skip nor repeat a video where instants differ by a microsecond', async () => {
  for (let i = 0; i < 25; i++) {
    const micros = String(i).padStart(6, '0');
    await insertVideo(community.db, { title: micros, createdAt: `2026-11-20T10:00:00.${micros}Z` });
  }
  const pages = await allPages('/api/videos');
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(new Set(pages.flat()).size).toBe(25);
});

it('a last page of the feed that is full has no cursor', async () => {
  for (let i = 0; i < 10; i++) await insertVideo(community.db);
  expect((await read('/api/videos')).nextCursor).toBeNull();
});

it('a video that is added between two pages of the feed repeats no other video', async () => {
  for (let i = 0; i < 12; i++) {
    await insertVideo(community.db, { createdAt: `2026-11-20T10:00:${10 + i}Z` });
  }
  const first = await read('/api/videos');
  await insertVideo(community.db, { createdAt: '2026-11-20T11:00:00Z' });
  const second = await read(`/api/videos?cursor=${first.nextCursor}`);
  const ids = [...first.items, ...second.items].map((video) => video.id);
  expect(new Set(ids).size).toBe(12);
});

it('the feed accepts a language by its code, its key, its Spanish name and every alias', async () => {
  await insertVideo(community.db, { title: 'mandarín', language: 'zh' });
  await insertVideo(community.db, { title: 'inglés', language: 'en' });
  for (const spelling of ['zh', 'ZH', 'mandarin', 'chinese', 'Chino', 'mandar%C3%ADn']) {
    expect(await titles(`?language=${spelling}`), spelling).toEqual(['mandarín']);
  }
});

it('the feed of several languages is one list, newest first, on every page', async () => {
  for (let i = 0; i < 30; i++) {
    const language = (['en', 'fr', 'de'] as const)[i % 3]!;
    await insertVideo(community.db, { language, createdAt: `2026-11-20T10:00:${10 + i}Z` });
  }
  const expected = await community.db
    .selectFrom('videos')
    .select('id')
    .where('language', 'in', ['en', 'fr'])
    .orderBy('createdAt', 'desc')
    .execute();
  const pages = await allPages('/api/videos?language=english&language=fr&language=en');
  expect(pages.map((page) => page.length)).toEqual([10, 10]);
  expect(pages.flat()).toEqual(expected.map((video) => video.id));
});

it('the feed treats beginner and basic as the same level', async () => {
  await insertVideo(community.db, { title: 'fácil', level: 'basic' });
  await insertVideo(community.db, { title: 'difícil', level: 'advanced' });
  expect(await titles('?level=basic')).toEqual(['fácil']);
  expect(await titles('?level=beginner')).toEqual(['fácil']);
  expect(await titles('?level=advanced')).toEqual(['difícil']);
});

it('the feed shows a video of any chosen topic, but only of the chosen language and level', async () => {
  await insertVideo(community.db, { title: 'comida', topics: ['food', 'culture'] });
  await insertVideo(community.db, { title: 'viaje', topics: ['travel'] });
  await insertVideo(community.db, { title: 'examen', topics: ['exams'] });
  await insertVideo(community.db, { title: 'cocina francesa', topics: ['food'], language: 'fr' });
  expect((await titles('?topic=food&topic=travel')).sort()).toEqual(['cocina francesa', 'comida', 'viaje']);
  expect(await titles('?topic=food&language=en')).toEqual(['comida']);
  expect(await titles('?topic=food&level=advanced')).toEqual([]);
});

it('the feed refuses a language, level, topic or cursor that it does not know', async () => {
  const key = (createdAt: string, id: string) =>
    btoa(JSON.stringify(['0', '2026-11-20T10:00:00.000000Z', createdAt, id]));
  const beyond = key('2026-02-30T10:00:00.000000Z', '0198c1a0-0000-7000-8000-000000000000');
  const foreign = key('infinity', 'nobody');
  for (const query of [
    'language=klingon',
    'level=native',
    'topic=cats',
    'cursor=abc',
    `cursor=${beyond}`,
    `cursor=${foreign}`,
  ]) {
    const answer = await community.request(ana, 'GET', `/api/videos?${query}`);
    await expect(answer, query).toBeRefused(commonRefusals.badInput);
  }
});

it('the feed shows each student their own likes, saves and views', async () => {
  const luis = await community.person();
  const id = await insertVideo(community.db);
  await community.request(ana, 'PUT', `/api/videos/${id}/like`);
  await community.request(luis, 'PUT', `/api/videos/${id}/save`);
  await community.request(luis, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
  const flags = async (person: Person) =>
    (await read('/api/videos', person)).items.map(({ liked, saved, viewed }) => ({ liked, saved, viewed }));
  expect(await flags(ana)).toEqual([{ liked: true, saved: false, viewed: false }]);
  expect(await flags(luis)).toEqual([{ liked: false, saved: true, viewed: true }]);
});

it('the saved videos come in pages, the last saved first, without videos that are no longer shown', async () => {
  const ids: string[] = [];
  for (let i = 0; i < 30; i++) {
    const id = await insertVideo(community.db);
    await community.request(ana, 'PUT', `/api/videos/${id}/save`);
    ids.unshift(id);
  }
  await sql`update video_interactions set created_at = '2026-11-20T10:00:00Z'
    where video_id = any(${ids.slice(15, 27)}::uuid[])`.execute(community.db);
  const hidden = ids[3]!;
  await community.db.updateTable('videos').set({ isActive: false }).where('id', '=', hidden).execute();
  const luis = await community.person();
  await community.request(luis, 'PUT', `/api/videos/${await insertVideo(community.db)}/save`);
  const pages = await allPages('/api/videos/saved');
  expect(pages.map((page) => page.length)).toEqual([24, 5]);
  expect(new Set(pages.flat())).toEqual(new Set(ids.filter((id) => id !== hidden)));
  expect(pages[0]?.slice(0, 3)).toEqual(ids.slice(0, 3));
});
