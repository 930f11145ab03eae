import type { Insertable } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Classes } from '#server/db/schema.ts';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import { readLanding } from './contract.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(new Date('2026-11-20T12:00:00Z'));
});
afterAll(() => community.close());

const landing = () => answerOf(community.request(null, 'GET', '/api/landing'), readLanding);

const day = 86_400_000;

async function classOf(teacher: string, values: { inDays: number } & Partial<Insertable<Classes>>) {
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
  expect(await landing()).toMatchObject({ clubsThisWeek: 0, clubsByDay: Array(7).fill(0), languages: 0 });
  const { id } = await community.person({ role: 'teacher', verified: true });
  await classOf(id, { kind: 'club', inDays: 1, language: 'en' });
  await classOf(id, { kind: 'club', inDays: 6, language: 'fr' });
  await classOf(id, { kind: 'club', inDays: 8, language: 'fr' });
  await classOf(id, { kind: 'club', inDays: -1, language: 'de' });
  await classOf(id, { kind: 'class', inDays: 2, language: 'ko' });
  await classOf(id, { kind: 'club', inDays: 2, language: 'ru', status: 'cancelled' });
  // Six in the morning of a Saturday and a Thursday in Mexico City.
  const clubsByDay = [0, 0, 0, 1, 0, 1, 0];
  expect(await landing()).toMatchObject({ clubsThisWeek: 2, clubsByDay, languages: 3 });
  // With the class among them; a plan opens what the lower ones open too.
  await classOf(id, { kind: 'club', inDays: 3, requiredTier: 'premium' });
  await expect.poll(async () => (await landing()).opens).toEqual({ free: 3, basic: 3, premium: 4, vip: 4 });
});

it('readLanding answers the next three clubs for adults with a free seat, with teacher, hour and seats left', async () => {
  await community.db.deleteFrom('classes').execute();
  const { id } = await community.person({ role: 'teacher', verified: true, name: 'Profa. Inés' });
  const banned = await community.person({ role: 'teacher', verified: true });
  await community.db.updateTable('users').set({ bannedAt: new Date() }).where('id', '=', banned.id).execute();
  const revoked = await community.person({ role: 'teacher', verified: false });
  const club = (title: string, inDays: number, facts: Partial<Insertable<Classes>> = {}) =>
    classOf(id, { kind: 'club', title, inDays, maxStudents: 6, ...facts });
  await club('tercero', 4, { language: 'fr', level: 'advanced' });
  await club('segundo', 3);
  await club('primero', 2, { seatsTaken: 4, language: 'ko' });
  await club('cuarto', 5);
  await club('lleno', 1, { seatsTaken: 6 });
  await club('para niños', 1, { targetAudience: 'kid' });
  await club('cancelado', 1, { status: 'cancelled' });
  await club('ya empezó', -0.01);
  await club('una clase', 1, { kind: 'class' });
  await classOf(banned.id, { kind: 'club', title: 'de una profesora suspendida', inDays: 1 });
  await classOf(revoked.id, { kind: 'club', title: 'de una profesora sin permiso', inDays: 1 });
  const { nextClubs } = await landing();
  expect(nextClubs.map(({ title }) => title)).toEqual(['primero', 'segundo', 'tercero']);
  expect(nextClubs[0]).toMatchObject({
    startsAt: '2026-11-22T12:00:00.000Z',
    seatsLeft: 2,
    language: 'ko',
    teacher: { name: 'Profa. Inés', image: null },
  });
  const [awaited] = nextClubs;
  const { id: userId } = await community.person();
  await community.db.insertInto('classWaiting').values({ classId: awaited!.id, userId }).execute();
  await expect
    .poll(async () => (await landing()).nextClubs[0])
    .toMatchObject({ title: 'primero', seatsLeft: 1 });
  const { id: another } = await community.person();
  await community.db.insertInto('classWaiting').values({ classId: awaited!.id, userId: another }).execute();
  await expect.poll(async () => (await landing()).nextClubs[0]?.title).toBe('segundo');
  await community.db.deleteFrom('classes').execute();
});

it('readLanding answers the prices that administrators set', async () => {
  const admin = await community.person({ role: 'admin' });
  const price = { priceCents: 1250 };
  expect((await community.request(admin, 'PUT', '/api/memberships/plans/basic', price)).status).toBe(200);
  const { plans } = await landing();
  expect(plans.map(({ tier, priceCents }) => [tier, priceCents])).toEqual([
    ['free', 0],
    ['basic', 1250],
    ['premium', 2000],
    ['vip', 3000],
  ]);
});

it('readLanding answers the prizes of the cup as administrators set them, also after it was read before', async () => {
  expect((await landing()).prizes).toEqual([500, 300, 200]);
  const admin = await community.person({ role: 'admin' });
  const settings = { prizes: [800, 100, 0], mostXpPerMinute: 60, fewestParticipants: 1 };
  expect((await community.request(admin, 'PUT', '/api/cup/settings', settings)).status).toBe(200);
  await expect.poll(async () => (await landing()).prizes).toEqual([800, 100, 0]);
});

it('readLanding says that there is a cup where a board of this month or the one before was published', async () => {
  const cup = async () => (await landing()).cup;
  const board = (season: string, status: 'draft' | 'archived' | 'live') =>
    community.db
      .insertInto('cupBoards')
      .values({ season, status, rowCount: 1, ...(status !== 'draft' && { liveAt: community.now() }) })
      .execute();
  expect(await cup()).toBe(false);
  await board('2026-11-01', 'draft');
  await board('2026-09-01', 'archived');
  expect(await cup()).toBe(false);
  await board('2026-10-01', 'live');
  await expect.poll(cup).toBe(true);
  // The last hour of November in Mexico City, and the first of December.
  community.setNow(new Date('2026-12-01T05:30:00Z'));
  expect(await cup()).toBe(true);
  community.setNow(new Date('2026-12-01T06:30:00Z'));
  expect(await cup()).toBe(false);
  community.setNow(new Date('2026-11-20T12:00:00Z'));
  await community.db.deleteFrom('cupBoards').execute();
});

it('readLanding answers the links of six networks', async () => {
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

it('the landing page quotes at most two reviews that an administrator chose, by first name and initial, and never a kid', async () => {
  const teacher = await community.person({ role: 'teacher', verified: true });
  const classId = await classOf(teacher.id, { inDays: -2, language: 'en' });
  const review = async (name: string, given: { rating: number; mayQuote: boolean }) => {
    const { id } = await community.person({ name });
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
    return id;
  };
  const admin = await community.person({ role: 'admin' });
  const choose = (userId: string, quoted = true) =>
    community.request(admin, 'PUT', `/api/classes/${classId}/reviews/${userId}/quote`, { quoted });
  const names = async () => (await landing()).quotes.map(({ name }) => name);
  const lucia = await review('Lucía Gómez Prado', { rating: 5, mayQuote: true });
  const silent = await review('Nadie Citado', { rating: 5, mayQuote: false });
  const tomas = await review('Tomás Rey', { rating: 4, mayQuote: true });
  const later = await review('Niña Pequeña', { rating: 5, mayQuote: true });
  expect(await names()).toEqual([]);
  await choose(lucia);
  expect((await choose(silent)).status).toBe(409);
  expect(await names()).toEqual(['Lucía G.']);
  community.setNow(new Date('2026-11-20T12:01:00Z'));
  await choose(tomas);
  community.setNow(new Date('2026-11-20T12:02:00Z'));
  await choose(later);
  expect(await names()).toEqual(['Niña P.', 'Tomás R.']);
  await community.db.updateTable('profiles').set({ ageGroup: 'kid' }).where('userId', '=', later).execute();
  expect(await names()).toEqual(['Tomás R.', 'Lucía G.']);
  await choose(tomas, false);
  expect(await names()).toEqual(['Lucía G.']);
});
