import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { everyInvariant } from '../../../every-invariant.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { noticeKindsOf, noticesOf } from '../../../testing/rows/notices-of.ts';
import type { Streak } from '../contract.ts';
import { profileInvariants } from '../profile-invariants.ts';
import { countPractice } from './count-practice.ts';
import { keepStreak } from './keep-streak.ts';
import { ownDay } from './own-day.ts';
import { takeBackPractice } from './take-back-practice.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());

const zone = 'America/Mexico_City';
/** Noon in Mexico City of a day of January 2027. */
const noon = (day: number) => new Date(Date.UTC(2027, 0, day, 18));
const at = (day: number) => community.setNow(noon(day));
const date = (day: number) => `2027-01-${String(day).padStart(2, '0')}`;

async function practise(person: Person, day: number) {
  at(day);
  const ctx = await community.ctxFor(person);
  return ctx.db
    .transaction()
    .execute(async (db) =>
      countPractice(
        { ...ctx, db },
        { userId: person.id, day: await ownDay({ db }, person.id, ctx.now), seconds: 0 },
      ),
    );
}
const streakOf = async (person: Person) =>
  (await community.request(person, 'GET', '/api/profiles/me/streak')).json();
const plan = (person: Person, firstDay: number, lastDay: number) =>
  community.request(person, 'PUT', '/api/profiles/me/holiday', {
    firstDay: date(firstDay),
    lastDay: date(lastDay),
  });
const shield = ({ id }: Person, day: number) =>
  community.db
    .insertInto('streakShields')
    .values({ userId: id, gotOn: date(day) })
    .execute();

describe('the coins of a streak', () => {
  it('are five for a day and fifty for each seventh, once a day', async () => {
    const ana = await community.person({ zone });
    const paid: number[] = [];
    for (let day = 1; day <= 15; day++) paid.push(await practise(ana, day));
    expect(paid).toEqual([5, 5, 5, 5, 5, 5, 50, 5, 5, 5, 5, 5, 5, 50, 5]);
    expect(await practise(ana, 15)).toBe(0);
    // A missed day, and the weeks begin again.
    expect(await practise(ana, 17)).toBe(5);
    expect(await streakOf(ana)).toMatchObject({ days: 1, practisedToday: true });
    expect(await findBroken(community.db, profileInvariants)).toEqual([]);
  });
});

describe('a streak shield', () => {
  it('is used by itself on a missed day, which the person is told, and no day after it', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    await practise(ana, 2);
    at(3);
    await community.runDue(keepStreak);
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 1, practisedToday: false });
    at(4);
    // Until the work is done the streak shows as it will be.
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 0 });
    await community.runDue(keepStreak);
    await community.runDue(keepStreak);
    expect(await noticesOf(community, ana, 'profiles.shield-used')).toEqual([
      { kind: 'profiles.shield-used', detail: { until: '2027-01-03' }, link: '/dashboard' },
    ]);
    await practise(ana, 4);
    expect(await streakOf(ana)).toMatchObject({ days: 3, shields: 0 });
    at(6);
    await community.runDue(keepStreak);
    expect(await streakOf(ana)).toMatchObject({ days: 0, shields: 0 });
    expect(await findBroken(community.db, profileInvariants)).toEqual([]);
  });

  it('is used some hours after the end of a day where its own person lives', async () => {
    const yuki = await community.person({ zone: 'Asia/Tokyo' });
    await practise(yuki, 1);
    await practise(yuki, 2);
    community.setNow(new Date('2027-01-03T20:00:00Z'));
    const ofYuki = { kind: keepStreak.work.kind, subject: yuki.id };
    await community.db
      .updateTable('dueWork')
      .set({ dueAt: community.now() })
      .where((eb) => eb.and(ofYuki))
      .execute();
    await community.runDue(keepStreak);
    const { dueAt } = await community.db
      .selectFrom('dueWork')
      .select('dueAt')
      .where((eb) => eb.and(ofYuki))
      .executeTakeFirstOrThrow();
    // Midnight in Tokyo and four hours.
    expect(dueAt).toEqual(new Date('2027-01-04T19:00:00Z'));
  });

  it('is not used on a day that a class closed after midnight fills, but on those missed around it', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    for (let shields = 0; shields < 3; shields++) await shield(ana, 1);
    at(5);
    const ctx = await community.ctxFor(ana);
    await countPractice(ctx, { userId: ana.id, day: date(3), seconds: 0 });
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 1 });
    expect(await noticesOf(community, ana, 'profiles.%')).toMatchObject([
      { kind: 'profiles.shield-used', detail: { until: '2027-01-02' } },
      { kind: 'profiles.shield-used', detail: { until: '2027-01-04' } },
    ]);
    expect(await findBroken(community.db, profileInvariants)).toEqual([]);
  });

  it('is in hand again when a class that was closed late filled its day, and its notice is gone', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    await practise(ana, 3);
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 0 });
    const ctx = await community.ctxFor(ana);
    await countPractice(ctx, { userId: ana.id, day: date(2), seconds: 0 });
    expect(await streakOf(ana)).toMatchObject({ days: 3, shields: 1 });
    expect(await noticesOf(community, ana)).toEqual([]);
    // When the mark is taken off again, the shield is used and told again.
    await takeBackPractice(ctx, { userId: ana.id, day: date(2), seconds: 0 });
    expect(await noticesOf(community, ana)).toMatchObject([
      { kind: 'profiles.shield-used', detail: { until: '2027-01-02' } },
    ]);
    expect(await findBroken(community.db, profileInvariants)).toEqual([]);
  });

  it('is told to be back where its person may know that it was used', async () => {
    const told = [
      () => community.db.updateTable('notifications').set({ readAt: community.now() }),
      () => community.db.updateTable('noticeDeliveries').set({ settledAt: community.now(), outcome: 'sent' }),
      () =>
        community.db.updateTable('noticeDeliveries').set({ settledAt: community.now(), outcome: 'refused' }),
    ];
    const kinds: string[][] = [];
    for (const reach of told) {
      const ana = await community.person({ zone });
      await practise(ana, 1);
      await shield(ana, 1);
      await practise(ana, 3);
      await reach().execute();
      const ctx = await community.ctxFor(ana);
      await countPractice(ctx, { userId: ana.id, day: date(2), seconds: 0 });
      kinds.push(await noticeKindsOf(community, ana));
    }
    expect(kinds).toEqual([['profiles.shield-back'], ['profiles.shield-back'], []]);
  });
});

describe('a day whose only practice is taken back', () => {
  const takeBack = async (person: Person, day: number) =>
    takeBackPractice(await community.ctxFor(person), { userId: person.id, day: date(day), seconds: 0 });

  it('is covered by a shield that was in hand, which the person is told', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    for (const day of [2, 3, 4]) await practise(ana, day);
    await takeBack(ana, 2);
    expect(await streakOf(ana)).toMatchObject({ days: 3, shields: 0 });
    expect(await noticesOf(community, ana, 'profiles.shield-used')).toMatchObject([
      { detail: { until: '2027-01-02' } },
    ]);
    await takeBack(ana, 3);
    expect(await streakOf(ana)).toMatchObject({ days: 1, shields: 0 });
    expect(await findBroken(community.db, profileInvariants)).toEqual([]);
  });

  it('is covered by the holiday it lies in, and uses no shield', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    await plan(ana, 2, 3);
    for (const day of [2, 4]) await practise(ana, day);
    await takeBack(ana, 2);
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 1 });
  });

  it('uses no shield where the streak loses nothing by it', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    for (const day of [2, 3]) await practise(ana, day);
    // The first day, and the last one, which is not over.
    await takeBack(ana, 1);
    await takeBack(ana, 3);
    expect(await streakOf(ana)).toMatchObject({ days: 1, shields: 1 });
    // A shield bought later covers no day before it.
    const beto = await community.person({ zone });
    for (const day of [1, 2, 3]) await practise(beto, day);
    await shield(beto, 3);
    await takeBack(beto, 2);
    expect(await streakOf(beto)).toMatchObject({ days: 1, shields: 1 });
  });
});

describe('the last seven days', () => {
  const marksOf = async (person: Person) =>
    (await streakOf(person)).lastDays.map(({ day, mark }: Streak['lastDays'][number]) => [day, mark]);

  /** A person who joined at noon of that day. */
  const joinedOn = async (day: number) => {
    const person = await community.person({ zone });
    await community.db
      .updateTable('users')
      .set({ createdAt: noon(day) })
      .where('id', '=', person.id)
      .execute();
    return person;
  };

  it('mark those before the person joined apart from the missed ones', async () => {
    const ana = await joinedOn(4);
    await practise(ana, 4);
    at(6);
    expect((await marksOf(ana)).map(([, mark]: [string, string]) => mark)).toEqual([
      'before',
      'before',
      'before',
      'before',
      'practised',
      'none',
      'none',
    ]);
  });

  it('are marked as practised, kept by a shield or a holiday, or neither, with today at the end', async () => {
    const ana = await joinedOn(-9);
    for (const day of [1, 3, 4]) await practise(ana, day);
    await shield(ana, 4);
    at(6);
    // The shield will cover the 5th; nothing has written so yet.
    expect(await marksOf(ana)).toEqual([
      ['2026-12-31', 'none'],
      ['2027-01-01', 'practised'],
      ['2027-01-02', 'none'],
      ['2027-01-03', 'practised'],
      ['2027-01-04', 'practised'],
      ['2027-01-05', 'kept'],
      ['2027-01-06', 'none'],
    ]);
    await plan(ana, 7, 8);
    await practise(ana, 6);
    at(9);
    await community.runDue(keepStreak);
    expect((await marksOf(ana)).map(([, mark]: [string, string]) => mark)).toEqual([
      'practised',
      'practised',
      'kept',
      'practised',
      'kept',
      'kept',
      'none',
    ]);
  });

  it('show a day as kept no more once the streak broke on it', async () => {
    const ana = await joinedOn(-9);
    await practise(ana, 1);
    await shield(ana, 1);
    at(4);
    // One shield covers the 2nd, and nothing the 3rd.
    expect((await marksOf(ana)).map(([, mark]: [string, string]) => mark)).toEqual([
      'none',
      'none',
      'none',
      'practised',
      'none',
      'none',
      'none',
    ]);
  });
});

describe('a planned holiday', () => {
  it('keeps the streak for its days without adding to them, and uses no shield', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await shield(ana, 1);
    expect((await plan(ana, 2, 15)).status).toBe(200);
    at(16);
    await community.runDue(keepStreak);
    expect(await streakOf(ana)).toMatchObject({ days: 1, shields: 1, holiday: null });
    await practise(ana, 16);
    expect(await streakOf(ana)).toMatchObject({ days: 2, shields: 1, earliestHoliday: '2027-02-15' });
  });

  it('ends when its person says so, and keeps the days until then', async () => {
    const ana = await community.person({ zone });
    await practise(ana, 1);
    await plan(ana, 2, 10);
    at(4);
    const ended = await community.request(ana, 'DELETE', '/api/profiles/me/holiday');
    expect(await ended.json()).toMatchObject({ days: 1, holiday: null });
    at(5);
    expect(await streakOf(ana)).toMatchObject({ days: 0 });
  });
});

it('every promise about streaks is still kept by the database', async () => {
  const names = everyInvariant.map(({ name }) => name);
  expect(names).toContain('a used shield kept its day, and each day that a shield kept used one');
  await expect(
    sql`insert into streak_holidays values (${(await community.person()).id}, '2027-01-01', '2027-01-02', '2027-01-01')`.execute(
      community.db,
    ),
  ).rejects.toThrow(/a_holiday_is_planned_ahead/);
});
