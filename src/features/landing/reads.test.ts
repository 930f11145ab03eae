import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Classes } from '#server/db/schema.ts';
import { type Community, newCommunity } from '../../testing/community.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-20T12:00:00Z'));
});
afterAll(() => community.close());

type Landing = {
  clubsThisWeek: number;
  languages: number;
  links: { networks: Record<string, string> };
  quotes: { name: string }[];
};

async function landing(): Promise<Landing> {
  const answer = await community.request(null, 'GET', '/api/landing');
  expect(answer.status).toBe(200);
  return answer.json();
}

const day = 86_400_000;

async function classOf(
  teacher: string,
  values: { inDays: number } & Partial<Pick<Insertable<Classes>, 'kind' | 'language' | 'status'>>,
) {
  const { inDays, ...facts } = values;
  const { id } = await community.db
    .insertInto('classes')
    .values({
      title: 'Charla',
      description: 'De prueba',
      startsAt: new Date(community.now().getTime() + inDays * day),
      createdBy: teacher,
      ...(facts.status === 'cancelled' && { cancelledAt: new Date() }),
      ...facts,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

it('the landing page counts the clubs of the coming week and the languages that are taught', async () => {
  expect(await landing()).toMatchObject({ clubsThisWeek: 0, languages: 0 });
  const { id } = await community.person({ role: 'teacher', verified: true });
  await classOf(id, { kind: 'club', inDays: 1, language: 'en' });
  await classOf(id, { kind: 'club', inDays: 6, language: 'fr' });
  await classOf(id, { kind: 'club', inDays: 8, language: 'fr' });
  await classOf(id, { kind: 'club', inDays: -1, language: 'de' });
  await classOf(id, { kind: 'class', inDays: 2, language: 'ko' });
  await classOf(id, { kind: 'club', inDays: 2, language: 'ru', status: 'cancelled' });
  expect(await landing()).toMatchObject({ clubsThisWeek: 2, languages: 3 });
});

it('the landing page links to six networks', async () => {
  const { links } = await landing();
  expect(Object.keys(links.networks)).toEqual([
    'instagram',
    'tiktok',
    'youtube',
    'facebook',
    'x',
    'linkedin',
  ]);
});

it('the landing page quotes two learners who agreed, by first name and initial, and never a kid', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const classId = await classOf(teacher.id, { inDays: -2, language: 'en' });
  const review = async (name: string, given: { rating: number; mayQuote: boolean; kid?: boolean }) => {
    const { id } = await community.person({ name, ageGroup: given.kid ? 'kid' : 'adult' });
    await community.db
      .insertInto('classReviews')
      .values({
        classId,
        userId: id,
        teacherId: teacher.id,
        rating: given.rating,
        mayQuote: given.mayQuote,
        words: 'Por fin me animé a hablar.',
      })
      .execute();
  };
  await review('Lucía Gómez Prado', { rating: 5, mayQuote: true });
  await review('Nadie Citado', { rating: 5, mayQuote: false });
  await review('Poco Contento', { rating: 2, mayQuote: true });
  await review('Niña Pequeña', { rating: 5, mayQuote: true, kid: true });
  expect((await landing()).quotes).toEqual([]);
  await review('Tomás Rey', { rating: 4, mayQuote: true });
  expect((await landing()).quotes.map(({ name }) => name).sort()).toEqual(['Lucía G.', 'Tomás R.']);
});
