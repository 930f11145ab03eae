import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Community, newCommunity, type PersonTraits } from '../../../testing/community.ts';
import type { FeedQuery } from '../contract.ts';
import { readFeed } from './read-feed.ts';
import { readShelves, type Shelf } from './read-shelves.ts';

/*
 * The feed that comes from shelves is the feed that comes from the database, page by page, for students who differ in
 * what they learn, like, refuse and have seen. English has more videos than a shelf holds.
 */
let community: Community;

/** Small shelves, so that a few videos are more than they hold. */
const size = 12;

beforeAll(async () => {
  community = await newCommunity();
  await sql`insert into video_channels (source_id, title, language, level)
    values ('UC' || repeat('a', 22), 'Canal Lima', 'en', 'basic')`.execute(community.db);
  await sql`insert into videos (title, language, level, topics, source, source_id, moderation_status, is_for_kids,
      channel_id, created_at)
    select 'Video ' || n, case when n % 3 = 0 then (array['fr', 'de'])[1 + n % 2] else 'en' end,
      (array['basic', 'basic', 'intermediate'])[1 + n % 7 % 3], array[(array['news', 'grammar', 'food'])[1 + n % 5 % 3]],
      'upload', 'clip-' || n, 'approved', n % 4 = 0, case when n % 11 = 0 then (select id from video_channels) end,
      -- Some share an instant.
      now() - (n / 2) * interval '1 minute'
    from generate_series(1, 140) n`.execute(community.db);
});
afterAll(() => community.close());

/** A student, and what they did: their reactions by the condition on the number of a video. */
type Student = { traits: PersonTraits; seen?: string; likes?: string; refuses?: string };
const students: Record<string, Student> = {
  'who did nothing': { traits: { languages: ['en'], level: 'basic' } },
  'who named nothing': { traits: {} },
  'who learns two languages': {
    traits: { languages: ['fr', 'de'], level: 'intermediate' },
    seen: 'n % 5 = 0',
  },
  'who likes food': { traits: { languages: ['en'], level: 'basic' }, likes: `topics = '{food}' and n < 40` },
  'who is tired of news and of a channel': {
    traits: { languages: ['en'], level: 'basic' },
    refuses: `(topics = '{news}' or channel_id is not null) and n < 60`,
    seen: 'n % 3 = 0',
  },
  'who saw the newest': { traits: { languages: ['en'] }, seen: 'n < 60', likes: 'n = 3' },
  'who saw everything but three': { traits: { languages: ['fr'] }, seen: 'n > 3', refuses: 'n = 50' },
  'who is a kid': { traits: { ageGroup: 'kid', languages: ['en'] }, seen: 'n % 8 = 0' },
};
const filters: Omit<FeedQuery, 'cursor'>[] = [
  { language: [], topic: [] },
  { language: ['en'], level: 'basic', topic: [] },
  { language: ['fr', 'en'], topic: ['news', 'food'] },
  { language: ['eo'], topic: [] },
];

it.each(Object.entries(students))(
  'a student %s gets the same pages from the shelves as from the database',
  async (_who, { traits, seen = 'false', likes = 'false', refuses = 'false' }) => {
    const student = await community.person(traits);
    for (const [reaction, which] of Object.entries({ view: seen, like: likes, not_interested: refuses })) {
      await sql`insert into video_interactions (user_id, video_id, interaction_type, day, watched_seconds, created_at)
        select ${student.id}, id, ${reaction}, case when ${reaction} = 'view' then '2026-11-01'::date end,
          case when ${reaction} = 'view' then 9 end, now() - interval '1 hour'
        from (select *, substr(title, 7)::int as n from videos) numbered where ${sql.raw(which)}`.execute(
        community.db,
      );
    }
    const ctx = await community.ctxFor(student);
    const shelves = await readShelves(ctx, size);
    for (const filter of filters) {
      let cursor: string | undefined;
      for (let page = 0; page < 5; page++) {
        const query = { ...filter, cursor };
        const fresh = await readFeed(ctx, query);
        expect(await readFeed(ctx, query, shelves)).toEqual(fresh);
        if (!fresh.nextCursor) break;
        cursor = fresh.nextCursor;
      }
    }
  },
);

it('the control: the comparison finds a shelf that says that it holds all of its videos and does not', async () => {
  const ctx = await community.ctxFor(await community.person({ languages: ['en'], level: 'basic' }));
  const shelves = (await readShelves(ctx, size)).map((shelf): Shelf => ({ ...shelf, isWhole: true }));
  let cursor: string | undefined;
  const differing: number[] = [];
  for (let page = 1; page <= 5; page++) {
    const fresh = await readFeed(ctx, { ...filters[0]!, cursor });
    const kept = await readFeed(ctx, { ...filters[0]!, cursor }, shelves);
    if (JSON.stringify(kept) !== JSON.stringify(fresh)) differing.push(page);
    cursor = fresh.nextCursor ?? undefined;
  }
  expect(differing).not.toEqual([]);
});
