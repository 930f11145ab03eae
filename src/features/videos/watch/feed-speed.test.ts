import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';

/*
 * A community of some years: 10,000 videos, and a student who has watched 2,000 of them. The test measures the
 * whole request, as a browser makes it.
 */
const videos = 10_000;
let community: Community;
let ana: Person;
beforeAll(async () => {
  community = await newCommunity();
  ana = await community.person({ languages: ['ko', 'fr'], level: 'basic' });
  await sql`insert into videos (title, language, level, topics, source, source_id, moderation_status, created_at)
    select 'Video ' || n, (array['en', 'fr', 'de', 'ko'])[1 + n % 4], (array['basic', 'intermediate', 'advanced'])[1 + n % 3],
      case when n % 500 = 0 then array['news'] else array['grammar'] end, 'upload', 'clip-' || n,
      case when n % 10 = 0 then 'pending' else 'approved' end, now() - n * interval '1 minute'
    from generate_series(1, ${sql.lit(videos)}) n`.execute(community.db);
  await sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds)
    select ${ana.id}, id, 'view', '2026-11-01', 9 from videos order by created_at desc limit 2000`.execute(
    community.db,
  );
  await sql`analyze videos, video_interactions`.execute(community.db);
});
afterAll(() => community.close());

/** Generous, because test machines are slow and busy. The limit catches a scan of the whole table. */
const longest = 100;

async function fastestOf(path: string, person: Person): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 15; n++) {
    const begin = performance.now();
    const answer = await community.request(person, 'GET', path);
    await answer.arrayBuffer();
    times.push(performance.now() - begin);
    expect(answer.status).toBe(200);
  }
  return Math.min(...times);
}

it.each([
  '/api/videos',
  '/api/videos?language=ko',
  '/api/videos?language=ko&language=fr&level=basic',
  // One video in five hundred matches.
  '/api/videos?topic=news',
  '/api/videos?language=en&level=advanced&topic=news&topic=food',
  // No video matches.
  '/api/videos?language=eo',
  '/api/videos?topic=kids',
])('with 10,000 videos the server answers %s within its time limit', async (path) => {
  const fastest = await fastestOf(path, ana);
  expect(fastest).toBeLessThan(longest);
});

it('with 10,000 videos the server answers the moderation queue and a search in it within their time limit', async () => {
  const admin = await community.person({ role: 'admin' });
  for (const query of ['?status=pending', '', '?search=4321', '?status=rejected&search=nada']) {
    const fastest = await fastestOf(`/api/videos/moderation${query}`, admin);
    expect(fastest).toBeLessThan(longest);
  }
});
