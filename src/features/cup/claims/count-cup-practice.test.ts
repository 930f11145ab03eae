import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { findBroken } from '#server/db/find-broken.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceAfterReading, raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { draftBoard, publishBoard } from '../../../testing/rows/publish-board.ts';
import { cupInvariants } from '../cup-invariants.ts';
import { commitCupImport } from '../import/commit-cup-import.ts';
import { previewCupImport } from '../import/preview-cup-import.ts';
import { countCupPractice } from './count-cup-practice.ts';
import { decideCupClaim } from './decide-cup-claim.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
/** Noon in Mexico City of a day of November 2026. */
const noon = (day: number, month = 11) => new Date(Date.UTC(2026, month - 1, day, 18));
const at = (day: number, month?: number) => community.setNow(noon(day, month));
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  unguarded = await newCommunity({
    poolSize: 20,
    untrueRows: 'a row counts twice a month',
    withoutGuards:
      'alter table cup_practice drop constraint activity_counts_once, drop constraint one_row_a_month',
  });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
async function clear({ db }: Community): Promise<void> {
  for (const table of ['cupPractice', 'cupClaims', 'cupReviews', 'cupBoards'] as const) {
    await db.deleteFrom(table).execute();
  }
}
beforeEach(async () => {
  at(10);
  await clear(community);
});

const header = 'Full name,Username,Email,Language,Total XP,Time Spent Learning';
const line = (username: string, experience = 20, time = '1h 0m') =>
  `Ana Ruiz,${username},,English,${experience},${time}`;
/** More experience for each minute than the setting, so that the row is held. */
const tooFast = (username: string) => line(username, 9000, '0h 30m');

const publish = async (lines: string[], season = '2026-11', where = community, by = admin) =>
  publishBoard(await where.ctxFor(by), [header, ...lines], season);
async function claimOf(username: string, { where = community, confirmed = true } = {}) {
  const person = await where.person({ zone: 'America/Mexico_City' });
  const decided = { status: 'confirmed', decidedAt: where.now(), decidedBy: person.id } as const;
  const { id } = await where.db
    .insertInto('cupClaims')
    .values({ userId: person.id, username, createdAt: where.now(), ...(confirmed && decided) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...person, claimId: id };
}
const decide = (id: string, verb: 'confirm' | 'revoke') =>
  community.request(admin, 'POST', `/api/cup/claims/${id}/${verb}`, {});
const release = (username: string, released = true, season = '2026-11') =>
  community.request(admin, 'PUT', `/api/cup/seasons/${season}/hold`, { username, held: !released });
const putBack = (id: string) => community.request(admin, 'POST', `/api/cup/boards/${id}/put-back`);
const daysOf = async ({ id }: { id: string }, { db } = community) =>
  (
    await db
      .selectFrom('practiceDays')
      .select(['day', 'practices'])
      .where('userId', '=', id)
      .orderBy('day')
      .execute()
  ).map(({ day, practices }) => (practices === 1 ? day : `${day} x ${practices}`));
/** The days once every row that was noted is counted. */
async function counted(person: { id: string }, where = community) {
  await where.runDue(countCupPractice);
  return daysOf(person, where);
}
const coinsOf = async ({ id }: { id: string }) =>
  (
    await community.db
      .selectFrom('wallets')
      .select('balance')
      .where('userId', '=', id)
      .executeTakeFirstOrThrow()
  ).balance - 50;

describe('a board that goes live', () => {
  it('counts as practice of its confirmed owners on their day, once each month, and tells them', async () => {
    const [ana, beto] = [await claimOf('ANA'), await claimOf('beto', { confirmed: false })];
    await publish([line('ana'), line('beto'), line('caro')]);
    expect(await counted(ana)).toEqual(['2026-11-10']);
    expect(await counted(beto)).toEqual([]);
    at(3, 12);
    await publish([line('ana')], '2026-12');
    expect(await counted(ana)).toEqual(['2026-11-10', '2026-12-03']);
    expect(await coinsOf(ana)).toBe(10);
    const notices = await community.db
      .selectFrom('notifications')
      .select(['detail', 'link'])
      .where('userId', '=', ana.id)
      .where('kind', '=', 'cup.row-counted')
      .orderBy('createdAt')
      .execute();
    expect(notices).toEqual([
      { detail: { season: '2026-11', earned: 5, ofStreak: 5 }, link: '/ranking' },
      { detail: { season: '2026-12', earned: 5, ofStreak: 5 }, link: '/ranking' },
    ]);
  });

  it('counts a day on each owner’s own calendar', async () => {
    const ana = await claimOf('ana');
    await community.db.updateTable('users').set({ zone: 'Asia/Tokyo' }).where('id', '=', ana.id).execute();
    await publish([line('ana')]);
    expect(await counted(ana)).toEqual(['2026-11-11']);
  });

  it('counts nothing again when the month is imported again or put back', async () => {
    const ana = await claimOf('ana');
    const first = await publish([line('ana')]);
    expect(await counted(ana)).toHaveLength(1);
    at(12);
    await publish([line('ana', 900)]);
    at(14);
    expect((await putBack(first)).status).toBe(200);
    expect(await counted(ana)).toEqual(['2026-11-10']);
    expect(await coinsOf(ana)).toBe(5);
  });

  it('counts a row that had no experience, or was missing, once a later import has it', async () => {
    const [ana, beto] = [await claimOf('ana'), await claimOf('beto')];
    await publish([line('ana', 0)]);
    expect(await counted(ana)).toEqual([]);
    at(12);
    await publish([line('ana', 5), line('beto', 5)]);
    expect(await counted(ana)).toEqual(['2026-11-12']);
    expect(await counted(beto)).toEqual(['2026-11-12']);
  });

  it('repairs no streak of a day long ago with an old month', async () => {
    const ana = await claimOf('ana');
    await community.db
      .insertInto('practiceDays')
      .values(['2026-09-28', '2026-09-30'].map((day) => ({ userId: ana.id, day, practices: 1 })))
      .execute();
    await publish([line('ana')], '2026-09');
    expect(await counted(ana)).toEqual(['2026-09-28', '2026-09-30', '2026-11-10']);
    const { streakDays } = await community.db
      .selectFrom('profiles')
      .select('streakDays')
      .where('userId', '=', ana.id)
      .executeTakeFirstOrThrow();
    expect(streakDays).toBe(1);
  });

  it('notes five hundred owners in as many statements as one', async () => {
    const usernames = Array.from({ length: 500 }, (_, n) => `row${n}`);
    const people = await sql<{ id: string }>`
      insert into users (email, name) select 'owner' || n || '@example.org', 'Owner' from generate_series(1, 500) as n
      returning id`.execute(community.db);
    const ids = people.rows.map(({ id }) => id);
    await sql`insert into cup_claims (user_id, username, status, decided_at, decided_by)
      select id, username, 'confirmed', now(), ${admin.id} from unnest(${ids}::uuid[], ${usernames}::text[]) as owner (id, username)`.execute(
      community.db,
    );
    const ctx = await community.ctxFor(admin);
    const boardId = await draftBoard(ctx, [header, ...usernames.map((username) => line(username))]);
    const statements: string[] = [];
    const counting = { ...ctx, db: countingStatements(ctx, statements) };
    await commitCupImport(counting, boardId);
    expect(statements.length).toBeLessThan(25);
    const noted = await community.db
      .selectFrom('cupPractice')
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirst();
    expect(noted?.rows).toBe(500);
    await community.db.deleteFrom('dueWork').where('kind', '=', countCupPractice.work.kind).execute();
  });
});

/** The same database, which notes each statement that goes to it. */
function countingStatements({ db }: Ctx, statements: string[]): Ctx['db'] {
  return db.withPlugin({
    transformQuery: ({ node }) => {
      statements.push(node.kind);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
}

describe('a held row', () => {
  it('counts once an administrator releases it, on that day, and never twice', async () => {
    const ana = await claimOf('ana', { confirmed: false });
    await publish([tooFast('Ana')]);
    await decide(ana.claimId, 'confirm');
    expect(await counted(ana)).toEqual([]);
    at(12);
    for (let times = 0; times < 2; times++) expect((await release('ana')).status).toBe(200);
    expect(await counted(ana)).toEqual(['2026-11-12']);
    at(14);
    await publish([tooFast('ana')]);
    expect(await counted(ana)).toEqual(['2026-11-12']);
    expect(await coinsOf(ana)).toBe(5);
  });

  it('counts no more when it is held again, whether or not it was counted meanwhile', async () => {
    const [ana, beto] = [await claimOf('ana'), await claimOf('beto')];
    await publish([tooFast('ana'), tooFast('beto')]);
    await release('ana');
    expect(await counted(ana)).toHaveLength(1);
    await release('beto');
    for (const username of ['ana', 'beto']) await release(username, false);
    expect([await counted(ana), await counted(beto)]).toEqual([[], []]);
    expect(await coinsOf(ana)).toBe(0);
    await release('ana');
    expect(await counted(ana)).toEqual(['2026-11-10']);
    expect(await coinsOf(ana)).toBe(5);
  });

  it('counts in its month after another month went live, as long as the month is not closed', async () => {
    const ana = await claimOf('ana');
    await publish([tooFast('ana')], '2026-10');
    await publish([line('beto')], '2026-11');
    expect((await release('ana', true, '2026-10')).status).toBe(200);
    expect(await counted(ana)).toEqual(['2026-11-10']);
  });

  it('counts once the setting holds it no more', async () => {
    const ana = await claimOf('ana');
    await publish([tooFast('ana')]);
    expect(await counted(ana)).toEqual([]);
    at(12);
    const set = (mostXpPerMinute: number) =>
      community.request(admin, 'PUT', '/api/cup/settings', {
        prizes: [500, 300, 200],
        mostXpPerMinute,
        fewestParticipants: 1,
      });
    expect((await set(1000)).status).toBe(200);
    expect(await counted(ana)).toEqual(['2026-11-12']);
    expect((await set(60)).status).toBe(200);
  });
});

describe('a claim that is confirmed', () => {
  it('counts for the day on which it was made', async () => {
    await publish([line('ana')]);
    at(12);
    const ana = await claimOf('ana', { confirmed: false });
    at(15);
    await decide(ana.claimId, 'confirm');
    expect(await daysOf(ana)).toEqual(['2026-11-12']);
    expect(await counted(ana)).toEqual(['2026-11-12']);
  });

  it('counts for no day before its month was published', async () => {
    await publish([line('ana')], '2026-10');
    const ana = await claimOf('ana', { confirmed: false });
    at(12);
    await publish([line('ana')]);
    at(15);
    await publish([line('ana', 30)]);
    await decide(ana.claimId, 'confirm');
    expect(await daysOf(ana)).toEqual(['2026-11-12']);
  });

  it('counts once although its row passes to another owner', async () => {
    const ana = await claimOf('ana');
    await publish([line('ana')]);
    expect(await counted(ana)).toHaveLength(1);
    await decide(ana.claimId, 'revoke');
    const beto = await claimOf('ana', { confirmed: false });
    await decide(beto.claimId, 'confirm');
    await publish([line('ana', 40)]);
    expect([await counted(ana), await counted(beto)]).toEqual([[], ['2026-11-10']]);
    expect([await coinsOf(ana), await coinsOf(beto)]).toEqual([0, 5]);
  });
});

/**
 * The same month confirmed, released and put back by several administrators at once: how often its row counted. Both
 * boards of the month have its activity, so it counts whichever of the three is first.
 */
async function countTogether(where: Community): Promise<number> {
  where.setNow(noon(10));
  const by = await where.person({ role: 'admin' });
  const first = await publish([line('ana', 10)], '2026-11', where, by);
  const ana = await claimOf('ana', { where, confirmed: false });
  // Her row in another language is held, so that a release changes something, and this one counts without it.
  const second = await publish([line('ana'), 'Ana Ruiz,ana,,French,9000,0h 30m'], '2026-11', where, by);
  const asked = (path: string, body?: unknown, method = 'POST') => where.request(by, method, path, body);
  await raceForTable(where.db, 'cupPractice', () => [
    asked(`/api/cup/claims/${ana.claimId}/confirm`, {}),
    asked(`/api/cup/boards/${first}/put-back`),
    asked('/api/cup/seasons/2026-11/hold', { username: 'ana', held: false }, 'PUT'),
  ]);
  await asked(`/api/cup/boards/${second}/put-back`);
  await Promise.all([where.runDue(countCupPractice), where.runDue(countCupPractice)]);
  const days = await where.db
    .selectFrom('practiceDays')
    .select('practices')
    .where('userId', '=', ana.id)
    .execute();
  return days.reduce((sum, { practices }) => sum + practices, 0);
}

it('a row counts once when it is confirmed, released and put back at the same time', async () => {
  expect(await countTogether(community)).toBe(1);
});

it('the control: without the constraints the row counts more than once', async () => {
  expect(await countTogether(unguarded)).toBeGreaterThan(1);
});

/**
 * A claim is confirmed or revoked while its month goes live: both have looked for practice to count or to take back,
 * before one commits. What the invariants say afterwards, and the days that it counted for.
 */
async function decideWhileGoingLive(verb: 'confirm' | 'revoke', given = (ctx: Ctx) => ctx) {
  at(10);
  await clear(community);
  await publish([line('beto')], '2026-10');
  const ana = await claimOf('ana', { confirmed: verb === 'revoke' });
  const ctx = await community.ctxFor(admin);
  const bytes = new TextEncoder().encode([header, line('ana')].join('\n'));
  const { boardId } = await previewCupImport(ctx, { season: '2026-11', readFile: async () => bytes });
  const decision = { verb, ...(verb === 'revoke' && { reason: 'No es suya' }) };
  const outcomes = await raceAfterReading<unknown>(ctx, 'cupPractice', [
    (ctx) => commitCupImport(given(ctx), boardId),
    (ctx) => decideCupClaim(given(ctx), ana.claimId, decision),
  ]);
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
  await community.runDue(countCupPractice);
  return { days: await daysOf(ana), broken: await findBroken(community.db, cupInvariants) };
}

it('a row whose claim is confirmed while its month goes live counts, and one whose claim is revoked does not', async () => {
  expect(await decideWhileGoingLive('confirm')).toEqual({ days: ['2026-11-10'], broken: [] });
  expect(await decideWhileGoingLive('revoke')).toEqual({ days: [], broken: [] });
});

it('the control: without the lock of the board an owner is missed, and a revoked claim keeps its practice', async () => {
  const confirmed = await decideWhileGoingLive('confirm', withoutRowLocks);
  const revoked = await decideWhileGoingLive('revoke', withoutRowLocks);
  await clear(community);
  expect([confirmed.days, revoked.days]).toEqual([[], ['2026-11-10']]);
});
