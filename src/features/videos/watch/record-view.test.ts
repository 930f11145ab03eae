import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { dayMs } from '#shared/time/durations.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceAfterReading } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { insertVideo } from '../../../testing/rows/insert-video.ts';
import { recordView as operation } from '../contract.ts';
import { recordView } from './record-view.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
afterEach(() => community.setNow(null));

const report = (person: Person | null, id: string, watchedSeconds: unknown) =>
  community.request(person, 'POST', `/api/videos/${id}/view`, { watchedSeconds });
const watch = (person: Person, id: string, watchedSeconds: number) =>
  answerOf(report(person, id, watchedSeconds), operation);

async function totals({ db }: Community, person: Person) {
  return db
    .selectFrom('profiles')
    .select([
      'totalVideosWatched as videos',
      'totalLearningSeconds as seconds',
      'totalLearningMinutes as minutes',
    ])
    .where('userId', '=', person.id)
    .executeTakeFirstOrThrow();
}

/** The recount of the views from their rows, which the totals must equal. */
async function recount({ db }: Community, person: Person) {
  return db
    .selectFrom('videoInteractions')
    .select((of) => [
      of.fn.countAll<number>().as('videos'),
      of.fn.coalesce(of.fn.sum<number>('watchedSeconds'), of.lit(0)).as('seconds'),
    ])
    .where('userId', '=', person.id)
    .where('interactionType', '=', 'view')
    .executeTakeFirstOrThrow();
}

async function eventsFor(person: Person): Promise<number> {
  const { rows } = await community.db
    .selectFrom('events')
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .where('kind', '=', 'profiles.changed')
    .where(sql<boolean>`${person.id}::uuid = any(audience)`)
    .executeTakeFirstOrThrow();
  return rows;
}

it('recordView counts a view after three seconds and sends the person a hint', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db, { seconds: 60 });
  // The coin of the view and the five of the day's streak.
  expect(await watch(person, id, 3)).toEqual({ counted: true, coins: 6, ofStreak: 5 });
  expect(await totals(community, person)).toEqual({ videos: 1, seconds: 3, minutes: 0 });
  expect(await eventsFor(person)).toBe(1);
});

it('recordView lengthens the view of the person who watched on, and that of no other', async () => {
  const [person, other] = [await community.person(), await community.person()];
  const id = await insertVideo(community.db, { seconds: 60 });
  await watch(other, id, 40);
  await watch(person, id, 10);
  await watch(person, id, 25);
  expect(await recount(community, other)).toEqual({ videos: 1, seconds: 40 });
  await watch(other, id, 50);
  expect(await totals(community, person)).toMatchObject({ videos: 1, seconds: 25 });
  expect(await recount(community, person)).toEqual({ videos: 1, seconds: 25 });
  expect(await totals(community, other)).toMatchObject({ videos: 1, seconds: 50 });
});

it('recordView stores nothing for less than the seconds that count', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db, { seconds: 60 });
  expect(await watch(person, id, 2.9)).toEqual({ counted: false, coins: 0, ofStreak: 0 });
  expect(await watch(person, id, 0)).toEqual({ counted: false, coins: 0, ofStreak: 0 });
  expect(await recount(community, person)).toEqual({ videos: 0, seconds: 0 });
  expect(await eventsFor(person)).toBe(0);
});

it('recordView counts half of a very short video', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db, { seconds: 4 });
  expect(await watch(person, id, 1.9)).toMatchObject({ counted: false });
  expect(await watch(person, id, 2)).toMatchObject({ counted: true });
});

it('recordView adds seconds but no second view on the same day', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db, { seconds: 90 });
  expect(await watch(person, id, 3)).toMatchObject({ counted: true });
  expect(await watch(person, id, 62.5)).toMatchObject({ counted: false });
  expect(await watch(person, id, 40)).toMatchObject({ counted: false });
  expect(await totals(community, person)).toEqual({ videos: 1, seconds: 62, minutes: 1 });
  expect(await watch(person, id, 5000)).toMatchObject({ counted: false });
  expect(await totals(community, person)).toEqual({ videos: 1, seconds: 90, minutes: 1 });
});

it('recordView changes nothing and publishes nothing for a repeated report', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db);
  await watch(person, id, 9);
  const events = await eventsFor(person);
  await watch(person, id, 9);
  expect(await eventsFor(person)).toBe(events);
});

it('recordView adds the seconds of several videos up to whole minutes', async () => {
  const person = await community.person();
  for (let i = 0; i < 7; i++) await watch(person, await insertVideo(community.db), 9);
  expect(await totals(community, person)).toEqual({ videos: 7, seconds: 63, minutes: 1 });
});

it('recordView counts a view again after midnight in the zone of the person', async () => {
  const mexican = await community.person({ zone: 'America/Mexico_City' });
  const korean = await community.person({ zone: 'Asia/Seoul' });
  const id = await insertVideo(community.db);
  const at = async (instant: string) => {
    community.setNow(new Date(instant));
    const [one, other] = [await watch(mexican, id, 9), await watch(korean, id, 9)];
    return [one.counted, other.counted];
  };
  expect(await at('2026-11-20T05:59:59Z')).toEqual([true, true]);
  // 00:00 of the 20th in Mexico City; already 15:00 of the 20th in Seoul.
  expect(await at('2026-11-20T06:00:00Z')).toEqual([true, false]);
  expect(await at('2026-11-20T14:59:59Z')).toEqual([false, false]);
  expect(await at('2026-11-20T15:00:00Z')).toEqual([false, true]);
  expect(await totals(community, mexican)).toMatchObject({ videos: 2 });
  expect(await recount(community, mexican)).toEqual({ videos: 2, seconds: 18 });
});

it('recordView treats a day with a change of clocks as one day', async () => {
  const person = await community.person({ zone: 'America/New_York' });
  const id = await insertVideo(community.db);
  for (const [instant, counted] of [
    ['2026-11-01T04:00:00Z', true],
    ['2026-11-02T04:59:59Z', false],
    ['2026-11-02T05:00:00Z', true],
  ] as const) {
    community.setNow(new Date(instant));
    expect(await watch(person, id, 9)).toMatchObject({ counted });
  }
});

it('recordView refuses a video that is not shown', async () => {
  const person = await community.person();
  const ids = [
    '0198c1a0-0000-7000-8000-000000000000',
    await insertVideo(community.db, { isActive: false }),
    await insertVideo(community.db, { moderationStatus: 'pending' }),
    await insertVideo(community.db, { moderationStatus: 'rejected' }),
  ];
  for (const id of ids) await expect(report(person, id, 9)).toBeRefused(commonRefusals.notFound);
  expect(await recount(community, person)).toEqual({ videos: 0, seconds: 0 });
});

it('recordView refuses a visitor', async () => {
  await expect(report(null, await insertVideo(community.db), 9)).toBeRefused(commonRefusals.signInFirst);
});

it('recordView refuses anything but a number of seconds', async () => {
  const person = await community.person();
  const id = await insertVideo(community.db);
  for (const odd of [-1, '9', null, 1e300, [9], { seconds: 9 }]) {
    await expect(report(person, id, odd), String(odd)).toBeRefused(commonRefusals.badInput);
  }
});

async function reportAtOnce(ctx: Ctx, id: string, reports: readonly number[]): Promise<number> {
  const answers = await Promise.all(reports.map((watchedSeconds) => recordView(ctx, { id, watchedSeconds })));
  return answers.filter((answer) => answer.counted).length;
}

const fifty = Array.from({ length: 50 }, (_, i) => 3 + i);

it('recordView counts fifty reports at once as one view, and the totals equal the recount', async () => {
  const person = await community.person();
  const ctx = await community.ctxFor(person);
  const id = await insertVideo(community.db, { seconds: 300 });
  expect(await reportAtOnce(ctx, id, fifty)).toBe(1);
  expect(await recount(community, person)).toEqual({ videos: 1, seconds: 52 });
  expect(await totals(community, person)).toEqual({ videos: 1, seconds: 52, minutes: 0 });
});

it('the control: without the constraint recordView counts the view many times', async () => {
  const world = await newCommunity({
    withoutGuards: 'alter table video_interactions drop constraint once_per_day',
  });
  try {
    const person = await world.person();
    const id = await insertVideo(world.db, { seconds: 300 });
    expect(await reportAtOnce(await world.ctxFor(person), id, fifty)).toBe(50);
  } finally {
    await world.close();
  }
});

/**
 * Two longer reports of a view at once, which have both read the view, or wait for its lock, before one adds to it: the
 * seconds on the profile.
 */
async function lengthenAtOnce(community: Community, given = (ctx: Ctx) => ctx): Promise<number> {
  const person = await community.person();
  const ctx = await community.ctxFor(person);
  const id = await insertVideo(community.db, { seconds: 300 });
  await recordView(ctx, { id, watchedSeconds: 10 });
  const lengthen = (ctx: Ctx) => recordView(given(ctx), { id, watchedSeconds: 30 });
  await raceAfterReading(ctx, 'videoInteractions', [lengthen, lengthen]);
  expect(await recount(community, person)).toEqual({ videos: 1, seconds: 30 });
  return (await totals(community, person)).seconds;
}

it('recordView adds the seconds that two reports at once have in common once', async () => {
  expect(await lengthenAtOnce(community)).toBe(30);
});

it('the control: without the row lock recordView adds the same seconds twice', async () => {
  const world = await newCommunity({ untrueRows: 'the seconds of a view count twice' });
  try {
    expect(await lengthenAtOnce(world, withoutRowLocks)).toBe(50);
  } finally {
    await world.close();
  }
});

it('recordView gives a coin for a counted view, at most five a day and one a video', async () => {
  const person = await community.person();
  const ids = await Promise.all(Array.from({ length: 7 }, () => insertVideo(community.db)));
  // Midday in Mexico City, so that no day ends in between.
  const begun = new Date().setUTCHours(18, 0, 0, 0);
  const answers = [];
  for (const [n, id] of ids.entries()) {
    community.setNow(new Date(begun + n * 10_000));
    // Each twice, in parallel.
    answers.push(...(await Promise.all([watch(person, id, 9), watch(person, id, 9)])));
  }
  expect(answers.reduce((sum, { coins }) => sum + coins, 0)).toBe(5 + 5);
  const earned = await community.db
    .selectFrom('sumicoinsLedger')
    .select('amount')
    .where('userId', '=', person.id)
    .where('transactionType', '=', 'reward')
    .where('cause', 'like', 'video:%')
    .execute();
  expect(earned).toEqual(Array(5).fill({ amount: 1 }));

  community.setNow(new Date(begun + dayMs));
  await watch(person, ids[0] ?? '', 9);
  community.setNow(null);
  const wallet = await community.db
    .selectFrom('wallets')
    .select('balance')
    .where('userId', '=', person.id)
    .executeTakeFirst();
  expect(wallet?.balance).toBe(56 + 2 * 5);
});

it('recordView extends the streak on each day with a counted view, and a day without one ends it', async () => {
  const person = await community.person({ zone: 'America/Bogota' });
  const id = await insertVideo(community.db);
  const streakAt = async (day: string, watch: boolean) => {
    community.setNow(new Date(`${day}T12:00:00-05:00`));
    if (watch) await community.request(person, 'POST', `/api/videos/${id}/view`, { watchedSeconds: 9 });
    const profile = await (await community.request(person, 'GET', '/api/profiles/me')).json();
    return (profile as { streakDays: number }).streakDays;
  };
  expect(await streakAt('2026-05-01', true)).toBe(1);
  expect(await streakAt('2026-05-01', true)).toBe(1);
  expect(await streakAt('2026-05-02', true)).toBe(2);
  expect(await streakAt('2026-05-03', false)).toBe(2);
  expect(await streakAt('2026-05-04', false)).toBe(0);
  expect(await streakAt('2026-05-04', true)).toBe(1);
  community.setNow(null);
});
