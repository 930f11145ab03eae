import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBroken } from '#server/db/find-broken.ts';
import { addDays, utcDay } from '#shared/time/calendar-days.ts';
import { everyInvariant } from '../src/every-invariant.ts';
import { type Community, newCommunity } from '../src/testing/community.ts';
import { seedDemo } from './seed-demo.ts';

let community: Community;
let dataDir: string;
/** The last time that it was eight in the evening in Mexico City, where it was still the day before. */
const evening = new Date();
evening.setUTCHours(2, 0, 0, 0);
if (evening > new Date()) evening.setUTCDate(evening.getUTCDate() - 1);
const yesterdayThere = addDays(utcDay(evening), -2);

beforeAll(async () => {
  community = await newCommunity();
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'sumi-demo-'));
  community.setNow(evening);
  await seedDemo(await community.ctxFor(), community.authentication, dataDir);
});
afterAll(async () => {
  await community.close();
  await rm(dataDir, { recursive: true });
});

const rowsOf = async (query: string) => (await sql.raw<object>(query).execute(community.db)).rows;

/** The movements that the views, classes and days of the demo's people owe them by the rules of coins. */
const owed = `
  select user_id, format('video:%s:%s', video_id, day) as cause, 1 as amount from (
    select *, row_number() over (partition by user_id, day order by created_at) as nth
    from video_interactions where interaction_type = 'view') as views where nth <= 5
  union all select user_id, 'class:' || class_id, 20 from class_enrollments where attended
  union all select user_id, 'streak:' || day, case paid_as when 'week' then 50 else 5 end from practice_days`;
const paid = `
  select user_id, cause, amount from sumicoins_ledger where cause ~ '^(video|class|streak):'`;

it('the ledgers of the demo hold what practice pays, each cause once and none without its practice', async () => {
  expect(await rowsOf(`${owed} except all (${paid})`)).toEqual([]);
  expect(await rowsOf(`${paid} except all (${owed})`)).toEqual([]);
  const kinds = await rowsOf(
    `select distinct split_part(cause, ':', 1) as of from (${paid}) as paid order by 1`,
  );
  expect(kinds).toEqual([{ of: 'class' }, { of: 'streak' }, { of: 'video' }]);
  expect(await findBroken(community.db, everyInvariant)).toEqual([]);
});

it('the ledgers of the demo go by time, from the bonus of the day on which their person joined', async () => {
  const backwards = await rowsOf(`
    select user_id from (
      select user_id, created_at, lag(created_at) over (partition by user_id order by sequence) as before
      from sumicoins_ledger) as movements
    where created_at < before
    union all select users.id from users join sumicoins_ledger on user_id = users.id and cause = 'signup'
    where sumicoins_ledger.created_at <> users.created_at`);
  expect(backwards).toEqual([]);
});

it('the months of the demo count the coins that its ledgers say they issued', async () => {
  // The prizes of the cup are given as the demo starts, by the clock of the database.
  const { rows: months } = await sql`
    select month, sum(amount)::int as by_ledger, coins_issued_in(month)::int as by_count from (
      select month_of_issue(case when cause like 'cup:%' then ${evening} else created_at end) as month, amount
      from sumicoins_ledger where transaction_type in ('reward', 'event_reward', 'duolingo_reward')) as counted
    group by month having sum(amount) <> coins_issued_in(month)`.execute(community.db);
  expect(months).toEqual([]);
});

it('a demo that starts in the evening ends the practice of its people on the day before, by their own calendars', async () => {
  const { rows } = await sql<{ name: string; today: string; last: string }>`
    select users.name, own_day(users.id, ${community.now()})::text as today, last_practice_day::text as last
    from users join profiles on profiles.user_id = users.id
    where last_practice_day is not null order by users.name`.execute(community.db);
  expect(rows.find(({ name }) => name === 'Ximena Robles')).toMatchObject({
    today: addDays(yesterdayThere, 1),
    last: yesterdayThere,
  });
  expect(rows.filter(({ today, last }) => last >= today)).toEqual([]);
  const elsewhere = await rowsOf(`
    select user_id, day, created_at from video_interactions
    where interaction_type = 'view' and day <> own_day(user_id, created_at)`);
  expect(elsewhere).toEqual([]);
});

it('the people of the demo watched what they may see, since they joined', async () => {
  const wrong = await rowsOf(`
    select name, title from video_interactions did
      join users on users.id = did.user_id join profiles on profiles.user_id = users.id
      join videos on videos.id = did.video_id
    where did.created_at < users.created_at or moderation_status <> 'approved' or (age_group = 'kid' and not is_for_kids)`);
  expect(wrong).toEqual([]);
});
