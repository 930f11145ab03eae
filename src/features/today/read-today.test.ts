import { afterAll, beforeAll, expect, it } from 'vitest';
import { insertClass } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/insert-video.ts';
import type { Today } from './contract.ts';

/** Eleven in the evening of the 19th in Mexico City, the morning of the 20th in Madrid. */
const now = new Date('2026-11-20T05:00:00Z');
let community: Community;
let teacher: Person;
beforeAll(async () => {
  community = await newCommunity();
  community.setNow(now);
  teacher = await community.person({ role: 'teacher', verified: true });
});
afterAll(() => community.close());

async function today(person: Person): Promise<Today> {
  const answer = await community.request(person, 'GET', '/api/today');
  expect(answer.status).toBe(200);
  return (await answer.json()) as Today;
}

async function watch(person: Person) {
  const id = await insertVideo(community.db);
  const answer = await community.request(person, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
  expect(answer.status).toBe(200);
}

async function attend({ id: userId }: Person, practisedOn: string) {
  const classId = await insertClass(community.db, teacher, { startsAt: new Date(now.getTime() - 7_200_000) });
  const marked = { attended: true, markedAt: now, markedBy: teacher.id };
  await community.db
    .insertInto('classEnrollments')
    .values({ classId, userId, ...marked, practisedSeconds: 3600, practisedOn })
    .execute();
}

it('readToday counts the videos and classes of the reader’s own day only, and keeps the day with the first', async () => {
  const ana = await community.person({ zone: 'America/Mexico_City' });
  const before = await today(ana);
  expect(before.streak).toMatchObject({ today: '2026-11-19', practisedToday: false, days: 0 });
  expect(before.coins).toEqual({
    videos: { done: 0, most: 5, amount: 1 },
    classes: { done: 0, most: 3, amount: 20 },
    resumesOn: null,
  });
  await watch(ana);
  await watch(ana);
  await attend(ana, '2026-11-19');
  await attend(ana, '2026-11-20');
  const after = await today(ana);
  expect(after.streak).toMatchObject({ practisedToday: true, days: 1 });
  expect(after.coins).toMatchObject({ videos: { done: 2 }, classes: { done: 1 } });
  // Another person's practice is theirs.
  const luis = await community.person({ zone: 'Europe/Madrid' });
  expect((await today(luis)).streak.today).toBe('2026-11-20');
  expect((await today(luis)).coins).toMatchObject({ videos: { done: 0 }, classes: { done: 0 } });
});

it('readToday tells a kid of the streak, and of no coins', async () => {
  const kid = await community.person({ ageGroup: 'kid' });
  expect(await today(kid)).toMatchObject({ streak: { practisedToday: false }, coins: null });
});

it('readToday leaves out a rule that is switched off, and says from when practice pays again after a month that is spent', async () => {
  const ana = await community.person();
  const { db } = community;
  await db.updateTable('coinRules').set({ amount: 0 }).where('rule', '=', 'attended_class').execute();
  await db.updateTable('coinSettings').set({ monthlyCeiling: 0 }).execute();
  expect((await today(ana)).coins).toEqual({
    videos: { done: 0, most: 5, amount: 1 },
    classes: null,
    resumesOn: '2026-12-01',
  });
});
