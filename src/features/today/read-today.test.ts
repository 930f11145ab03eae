import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { answerOf } from '../../testing/answers/answer-of.ts';
import { insertClass } from '../../testing/class-scene.ts';
import { type Community, newCommunity, type Person } from '../../testing/community.ts';
import { insertVideo } from '../../testing/rows/insert-video.ts';
import { readToday, type Today } from './contract.ts';

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
  return answerOf(community.request(person, 'GET', '/api/today'), readToday);
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
    streak: { today: 5, week: 50, daysToWeek: 7 },
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

it('readToday says what the streak gives today and how far the next seventh day is, by the rules in force', async () => {
  const ana = await community.person({ zone: 'America/Mexico_City' });
  const practised = (days: string[], paidAs: 'day' | 'week' = 'day') =>
    community.db
      .insertInto('practiceDays')
      .values(days.map((day) => ({ userId: ana.id, day: `2026-11-${day}`, practices: 1, paidAs })))
      .execute();
  const gives = async () => (await today(ana)).coins?.streak;
  await practised(['16', '17', '18']);
  expect(await gives()).toEqual({ today: 5, week: 50, daysToWeek: 4 });
  await practised(['13', '14', '15']);
  expect(await gives()).toEqual({ today: 50, week: 50, daysToWeek: 1 });
  const change = (rule: string, amount: number) =>
    community.db.updateTable('coinRules').set({ amount }).where('rule', '=', rule).execute();
  await change('streak_week', 70);
  expect(await gives()).toEqual({ today: 70, week: 70, daysToWeek: 1 });
  await change('streak_week', 50);
  await watch(ana);
  expect(await gives()).toEqual({ today: 0, week: 50, daysToWeek: 7 });
  // The streak broke: the week that it paid is not of the next one.
  community.setNow(new Date(now.getTime() + 3 * 86_400_000));
  expect(await gives()).toEqual({ today: 5, week: 50, daysToWeek: 7 });
  community.setNow(now);
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
    streak: { today: 5, week: 50, daysToWeek: 7 },
    resumesOn: '2026-12-01',
  });
});

describe('readToday says whether the cup can still make the day count', () => {
  /** A live board of November with a row of that e-mail address. */
  async function publishRow(email: string | null, { experience = 20, xpPerMinute = 1 } = {}) {
    const username = `row-${crypto.randomUUID()}`;
    const places = { xpPosition: 1, streakPosition: 1, xpPositionInLanguage: 1, streakPositionInLanguage: 1 };
    await community.db.updateTable('cupBoards').set({ status: 'archived' }).execute();
    const { id: boardId } = await community.db
      .insertInto('cupBoards')
      .values({ season: '2026-11-01', status: 'live', rowCount: 1, liveAt: new Date('2026-11-18T12:00:00Z') })
      .returning('id')
      .executeTakeFirstOrThrow();
    await community.db
      .insertInto('duolingoRankings')
      .values({ boardId, fullName: 'Ana', username, email, totalExp: experience, xpPerMinute, ...places })
      .execute();
    return username;
  }
  /** A claim of a row, made so many hours ago. */
  const claim = ({ id: userId }: Person, username: string, hoursAgo = 0, isConfirmed = false) =>
    community.db
      .insertInto('cupClaims')
      .values({
        userId,
        username,
        createdAt: new Date(now.getTime() - hoursAgo * 3_600_000),
        ...(isConfirmed && { status: 'confirmed', decidedAt: now, decidedBy: teacher.id }),
      })
      .execute();
  const proved = async (traits: Parameters<Community['person']>[0] = {}) => {
    const person = await community.person({ zone: 'America/Mexico_City', ...traits });
    await community.db
      .updateTable('users')
      .set({ emailVerified: true })
      .where('id', '=', person.id)
      .execute();
    return person;
  };
  const cup = async (person: Person) => (await today(person)).cup;

  it('where a row has the verified e-mail of the reader, kid or adult, until they practised', async () => {
    const [ana, kid, luis] = [await proved(), await proved({ ageGroup: 'kid' }), await community.person()];
    for (const person of [ana, kid]) {
      await publishRow(person.email);
      expect(await cup(person)).toBe(true);
    }
    await publishRow(luis.email);
    expect(await cup(luis)).toBe(false);
    await publishRow(ana.email);
    await watch(ana);
    expect(await cup(ana)).toBe(false);
  });

  it('where the claim of today waits, and not where it is of an earlier day or confirmed', async () => {
    const username = await publishRow(null);
    const [ana, luis, eva, kid] = [
      await proved(),
      await proved(),
      await proved(),
      await proved({ ageGroup: 'kid' }),
    ];
    await claim(ana, username);
    await claim(luis, username, 30);
    expect([await cup(ana), await cup(luis), await cup(kid)]).toEqual([true, false, false]);
    await claim(eva, username, 0, true);
    expect([await cup(ana), await cup(eva)]).toEqual([false, false]);
  });

  it('which it cannot where the row has no experience, is held, or counted for the month', async () => {
    const ana = await proved();
    await publishRow(ana.email, { experience: 0 });
    expect(await cup(ana)).toBe(false);
    await publishRow(ana.email, { xpPerMinute: 500 });
    expect(await cup(ana)).toBe(false);
    await publishRow(ana.email);
    const countFor = ({ id: userId }: Person, username: string) =>
      community.db
        .insertInto('cupPractice')
        .values({ season: '2026-11-01', username, userId, day: '2026-11-03' })
        .execute();
    await countFor(await proved(), 'row of another');
    expect(await cup(ana)).toBe(true);
    await countFor(ana, 'other');
    expect(await cup(ana)).toBe(false);
  });
});

it('readToday promises no coins before the reader proved an address or a telephone, where the server sends letters', async () => {
  const mailing = await newCommunity({ mail: 'sent' });
  onTestFinished(() => mailing.close());
  const [person, proved, phoned] = [await mailing.person(), await mailing.person(), await mailing.person()];
  await mailing.db.insertInto('phones').values({ userId: phoned.id, number: '+525512345678' }).execute();
  await mailing.db.updateTable('users').set({ emailVerified: true }).where('id', '=', proved.id).execute();
  const read = (who: Person) => answerOf(mailing.request(who, 'GET', '/api/today'), readToday);
  expect((await read(person)).coins).toBeNull();
  expect((await read(proved)).coins).not.toBeNull();
  expect((await read(phoned)).coins).not.toBeNull();
});
