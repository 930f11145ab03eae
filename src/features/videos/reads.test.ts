import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { commonRefusals } from '#shared/refusal.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/insert-video.ts';
import type { VideoPage } from './contract.ts';

let community: Community;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  ana = await community.person();
});
afterAll(() => community.close());
beforeEach(() => community.db.deleteFrom('videos').execute());

async function read(path: string, person: Person | null = ana): Promise<VideoPage> {
  const answer = await community.request(person, 'GET', path);
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as VideoPage;
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

it('a visitor is asked to sign in', async () => {
  for (const path of ['/api/videos', '/api/videos/saved']) {
    const answer = await community.request(null, 'GET', path);
    await expect(answer).toBeRefused(commonRefusals.signInFirst);
  }
});

it('the newest comes first', async () => {
  await insertVideo(community.db, { title: 'ayer', createdAt: '2026-11-19T10:00:00Z' });
  await insertVideo(community.db, { title: 'hoy', createdAt: '2026-11-20T10:00:00Z' });
  await insertVideo(community.db, { title: 'antier', createdAt: '2026-11-18T10:00:00Z' });
  expect(await titles()).toEqual(['hoy', 'ayer', 'antier']);
});

it('only active and approved videos are shown', async () => {
  await insertVideo(community.db, { title: 'a la vista' });
  await insertVideo(community.db, { title: 'apagado', isActive: false });
  await insertVideo(community.db, { title: 'en espera', moderationStatus: 'pending' });
  await insertVideo(community.db, { title: 'rechazado', moderationStatus: 'rejected' });
  expect(await titles()).toEqual(['a la vista']);
  expect(await titles('?language=en')).toEqual(['a la vista']);
});

it('a row carries what a player needs', async () => {
  const id = await insertVideo(community.db, {
    title: 'Make o do',
    description: 'Dos verbos',
    topics: ['grammar', 'vocabulary'],
    sourceId: 'en-make-do.mp4',
    thumbnailUrl: '/media/clips/en-make-do.webp',
    captionsUrl: '/media/clips/en-make-do.vtt',
    hasSubtitles: true,
    createdAt: '2026-11-20T10:00:00Z',
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
      createdAt: '2026-11-20T10:00:00.000Z',
      liked: false,
      saved: false,
      viewed: false,
    },
  ]);
});

it('pages hold ten, and neither skip nor repeat where many videos share an instant', async () => {
  for (let i = 0; i < 25; i++) await insertVideo(community.db, { createdAt: '2026-11-20T10:00:00Z' });
  const pages = await allPages('/api/videos');
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(new Set(pages.flat()).size).toBe(25);
});

it('pages neither skip nor repeat where instants differ by a microsecond', async () => {
  for (let i = 0; i < 25; i++) {
    const micros = String(i).padStart(6, '0');
    await insertVideo(community.db, { title: micros, createdAt: `2026-11-20T10:00:00.${micros}Z` });
  }
  const pages = await allPages('/api/videos');
  expect(pages.map((page) => page.length)).toEqual([10, 10, 5]);
  expect(new Set(pages.flat()).size).toBe(25);
});

it('a last page that is full has none behind it', async () => {
  for (let i = 0; i < 10; i++) await insertVideo(community.db);
  expect((await read('/api/videos')).nextCursor).toBeNull();
});

it('a video that arrives meanwhile does not push another onto the next page twice', async () => {
  for (let i = 0; i < 12; i++) {
    await insertVideo(community.db, { createdAt: `2026-11-20T10:00:${10 + i}Z` });
  }
  const first = await read('/api/videos');
  await insertVideo(community.db, { createdAt: '2026-11-20T11:00:00Z' });
  const second = await read(`/api/videos?cursor=${first.nextCursor}`);
  const ids = [...first.items, ...second.items].map((video) => video.id);
  expect(new Set(ids).size).toBe(12);
});

it('a language is understood by its code, its key, its Spanish name and every alias', async () => {
  await insertVideo(community.db, { title: 'mandarín', language: 'zh' });
  await insertVideo(community.db, { title: 'inglés', language: 'en' });
  for (const spelling of ['zh', 'ZH', 'mandarin', 'chinese', 'Chino', 'mandar%C3%ADn']) {
    expect(await titles(`?language=${spelling}`), spelling).toEqual(['mandarín']);
  }
});

it('several languages are one feed, newest first, through every page', async () => {
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

it('beginner and basic are the same level', async () => {
  await insertVideo(community.db, { title: 'fácil', level: 'basic' });
  await insertVideo(community.db, { title: 'difícil', level: 'advanced' });
  expect(await titles('?level=basic')).toEqual(['fácil']);
  expect(await titles('?level=beginner')).toEqual(['fácil']);
  expect(await titles('?level=advanced')).toEqual(['difícil']);
});

it('topics widen, while language and level narrow', async () => {
  await insertVideo(community.db, { title: 'comida', topics: ['food', 'culture'] });
  await insertVideo(community.db, { title: 'viaje', topics: ['travel'] });
  await insertVideo(community.db, { title: 'examen', topics: ['exams'] });
  await insertVideo(community.db, { title: 'cocina francesa', topics: ['food'], language: 'fr' });
  expect((await titles('?topic=food&topic=travel')).sort()).toEqual(['cocina francesa', 'comida', 'viaje']);
  expect(await titles('?topic=food&language=en')).toEqual(['comida']);
  expect(await titles('?topic=food&level=advanced')).toEqual([]);
});

it('what no registry knows is refused', async () => {
  const beyond = btoa(
    JSON.stringify(['2026-02-30T10:00:00.000000Z', '0198c1a0-0000-7000-8000-000000000000']),
  );
  const foreign = btoa(JSON.stringify(['infinity', 'nobody']));
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

it('each reader sees their own likes, saves and views', async () => {
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

it('saved videos come back in pages, the last saved first, without those no longer shown', async () => {
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
