import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import { answerOf } from '../../../testing/answers/answer-of.ts';
import { type Community, newCommunity, type Person } from '../../../testing/community.ts';
import { raceForTable } from '../../../testing/races/race.ts';
import { withoutRowLocks } from '../../../testing/races/without-row-locks.ts';
import { draftBoard } from '../../../testing/rows/publish-board.ts';
import { alreadyLive, boardChanged, listCup as operation } from '../contract.ts';
import { listCup } from '../reads.ts';
import { findSeasonBoard } from '../seasons/find-season-board.ts';
import { commitCupImport } from './commit-cup-import.ts';
import { discardCupImport } from './discard-cup-import.ts';
import { putBackCupBoard } from './put-back-cup-board.ts';

let community: Community;
let unguarded: Community;
let admin: Person;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 30 });
  unguarded = await newCommunity({ withoutGuards: 'drop index one_live_board' });
  admin = await community.person({ role: 'admin' });
});
afterAll(() => Promise.all([community.close(), unguarded.close()]));
beforeEach(() => community.db.deleteFrom('cupBoards').execute());

const rowsOnABoard = 120;

/** Every line of a board has the same figure, so that a mixture of two boards is visible. */
async function draft(ctx: Ctx, figure: number, rows = rowsOnABoard): Promise<string> {
  const lines = Array.from({ length: rows }, (_, n) => `Ana,u${n},en,${figure}`);
  return draftBoard(ctx, ['Full name,Username,Language,Total XP', ...lines]);
}

async function publishBoard(ctx: Ctx, figure: number, rows = rowsOnABoard): Promise<string> {
  const id = await draft(ctx, figure, rows);
  await commitCupImport(ctx, id);
  return id;
}

/**
 * The outcome of each of several swaps at once: `done` or its refusal code. Each has read the boards, or waits for the
 * lock of one, before the first writes its line in the audit log.
 */
async function outcomes({ db }: Ctx, start: () => Promise<unknown>[]): Promise<string[]> {
  const settled = await raceForTable(db, 'auditLog', start);
  return settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).sort();
}

/** Two drafts committed at the same time: the outcomes. */
async function commitTwo(ctx: Ctx, given = (ctx: Ctx) => ctx): Promise<string[]> {
  const drafts = [await draft(ctx, 1), await draft(ctx, 2)];
  return outcomes(ctx, () => drafts.map((id) => commitCupImport(given(ctx), id)));
}

const statusOf = async (ctx: Ctx, id: string) =>
  (await ctx.db.selectFrom('cupBoards').select('status').where('id', '=', id).executeTakeFirst())?.status;

async function liveBoards(ctx: Ctx): Promise<number> {
  const live = await ctx.db.selectFrom('cupBoards').select('id').where('status', '=', 'live').execute();
  return live.length;
}

it('publishing a draft swaps the boards, keeps the old board and invalidates every open board', async () => {
  const ctx = await community.ctxFor(admin);
  const first = await publishBoard(ctx, 1);
  const second = await draft(ctx, 2);
  const answer = await community.request(admin, 'POST', `/api/cup/imports/${second}/commit`);
  expect(await answer.json()).toEqual({
    boardId: second,
    season: '2026-11',
    count: rowsOnABoard,
    live: true,
  });
  expect([await statusOf(ctx, first), await statusOf(ctx, second)]).toEqual(['archived', 'live']);
  const events = await ctx.db
    .selectFrom('events')
    .select(['kind', 'audience', 'subject'])
    .where('kind', '=', 'cup.changed')
    .orderBy('id')
    .execute();
  expect(events.at(-1)).toEqual({ kind: 'cup.changed', audience: null, subject: second });
});

it('an administrator puts an earlier board back, and can then put back the board it replaced', async () => {
  const ctx = await community.ctxFor(admin);
  const first = await publishBoard(ctx, 1);
  const second = await publishBoard(ctx, 2);
  expect(await putBackCupBoard(ctx, first)).toMatchObject({ boardId: first, count: rowsOnABoard });
  expect((await listCup(ctx, { order: 'xp' })).items[0]?.totalExp).toBe(1);
  await expect(putBackCupBoard(ctx, first)).toBeRefused(alreadyLive);
  await putBackCupBoard(ctx, second);
  expect([await statusOf(ctx, first), await statusOf(ctx, second)]).toEqual(['archived', 'live']);
});

it('a draft of an earlier month than the live board goes to the archive as the board of its month, until that is put back', async () => {
  const at = async (minute: number) => ({
    ...(await community.ctxFor(admin)),
    now: new Date(Date.UTC(2026, 11, 2, 12, minute)),
  });
  const drafted = async (minute: number, season: string) =>
    draftBoard(await at(minute), ['Full name,Username', `Ana,u${minute}`], season);
  const november = await drafted(1, '2026-11');
  expect(await commitCupImport(await at(1), november)).toMatchObject({ live: true });
  const [first, stale] = [await drafted(2, '2026-10'), await drafted(2, '2026-10')];
  expect(await commitCupImport(await at(2), first)).toMatchObject({ live: false, season: '2026-10' });
  await expect(commitCupImport(await at(2), stale)).toBeRefused(boardChanged);
  const second = await drafted(3, '2026-10');
  await commitCupImport(await at(3), second);
  const ofOctober = async () => (await findSeasonBoard(community, '2026-10'))?.id;
  const statuses = async () =>
    Promise.all([november, first, second].map(async (id) => statusOf(await at(0), id)));
  expect([await ofOctober(), ...(await statuses())]).toEqual([second, 'live', 'archived', 'archived']);
  await putBackCupBoard(await at(4), first);
  expect(await statuses()).toEqual(['archived', 'live', 'archived']);
  await putBackCupBoard(await at(5), november);
  expect([await ofOctober(), ...(await statuses())]).toEqual([first, 'live', 'archived', 'archived']);
});

it('a draft cannot be put back, because it was never live', async () => {
  const ctx = await community.ctxFor(admin);
  const id = await draft(ctx, 1);
  await expect(putBackCupBoard(ctx, id)).rejects.toMatchObject({ status: 404 });
});

it('a draft can be discarded, but not a board that was live', async () => {
  const ctx = await community.ctxFor(admin);
  const id = await draft(ctx, 1);
  expect(await discardCupImport(ctx, id)).toEqual({ discarded: true });
  expect(
    await ctx.db.selectFrom('duolingoRankings').select('id').where('boardId', '=', id).execute(),
  ).toEqual([]);
  const live = await publishBoard(ctx, 1);
  await expect(discardCupImport(ctx, live)).toBeRefused(alreadyLive);
  await publishBoard(ctx, 2);
  await expect(discardCupImport(ctx, live)).toBeRefused(alreadyLive);
});

it('one draft committed twenty times at once is published once', async () => {
  const ctx = await community.ctxFor(admin);
  const id = await draft(ctx, 1);
  const results = await outcomes(ctx, () => Array.from({ length: 20 }, () => commitCupImport(ctx, id)));
  expect(results).toEqual([...Array(19).fill('cup/already-live'), 'done']);
});

it('one of two drafts committed at the same time is published, and the other is refused as out of date', async () => {
  const ctx = await community.ctxFor(admin);
  await publishBoard(ctx, 0);
  expect(await commitTwo(ctx)).toEqual(['cup/board-changed', 'done']);
  expect(await liveBoards(ctx)).toBe(1);
});

it('one of two drafts committed at the same time is published also when there is no board yet', async () => {
  const ctx = await community.ctxFor(admin);
  expect(await commitTwo(ctx)).toEqual(['cup/board-changed', 'done']);
  expect(await liveBoards(ctx)).toBe(1);
});

it('putting back and publishing at the same time leaves one live board', async () => {
  const ctx = await community.ctxFor(admin);
  const old = await publishBoard(ctx, 1);
  await publishBoard(ctx, 2);
  const fresh = await draft(ctx, 3);
  const results = await outcomes(ctx, () => [putBackCupBoard(ctx, old), commitCupImport(ctx, fresh)]);
  expect(results).toEqual(['cup/board-changed', 'done']);
  expect(await liveBoards(ctx)).toBe(1);
});

it('a draft whose preview was compared with an older board is not published', async () => {
  const ctx = await community.ctxFor(admin);
  await publishBoard(ctx, 0);
  const stale = await draft(ctx, 1);
  const quicker = await publishBoard(ctx, 2);
  await expect(commitCupImport(ctx, stale)).toBeRefused(boardChanged);
  expect([await statusOf(ctx, stale), await statusOf(ctx, quicker)]).toEqual(['draft', 'live']);
});

it('the lock alone keeps one board live without the unique index', async () => {
  const ctx = await unguarded.ctxFor(await unguarded.person({ role: 'admin' }));
  await publishBoard(ctx, 0);
  expect(await commitTwo(ctx)).toEqual(['cup/board-changed', 'done']);
  expect(await liveBoards(ctx)).toBe(1);
});

it('the control: without the lock and the unique index two boards are live', async () => {
  const ctx = await unguarded.ctxFor(await unguarded.person({ role: 'admin' }));
  await unguarded.db.deleteFrom('cupBoards').execute();
  await publishBoard(ctx, 0);
  expect(await commitTwo(ctx, withoutRowLocks)).toEqual(['done', 'done']);
  expect(await liveBoards(ctx)).toBe(2);
});

/** Reads every page again and again while `swap` runs, and returns the faults that the readers saw. */
async function readDuring(
  swap: () => Promise<void>,
): Promise<{ reads: number; empty: number; mixed: number }> {
  const ctx = await community.ctxFor();
  const seen = { reads: 0, empty: 0, mixed: 0 };
  let over = false;
  const reader = async (order: 'xp' | 'streak') => {
    while (!over) {
      const figures = new Set<number>();
      let read = 0;
      try {
        for (let cursor: string | undefined, more = true; more; ) {
          const page = await listCup(ctx, { order, cursor });
          for (const line of page.items) figures.add(line.totalExp);
          read += page.items.length;
          cursor = page.nextCursor ?? undefined;
          more = cursor !== undefined;
        }
      } catch (error) {
        // A refusal to continue with another board is right: the reader starts again.
        if ((error as { code?: string }).code !== 'cup/board-changed') throw error;
        continue;
      }
      seen.reads += 1;
      if (read === 0) seen.empty += 1;
      else if (figures.size > 1 || read !== rowsOnABoard) seen.mixed += 1;
    }
  };
  const readers = Array.from({ length: 6 }, (_, n) => reader(n % 2 ? 'xp' : 'streak'));
  await swap().finally(() => {
    over = true;
  });
  await Promise.all(readers);
  return seen;
}

it('readers during a dozen swaps never see an empty or a mixed board', async () => {
  const ctx = await community.ctxFor(admin);
  await publishBoard(ctx, 0);
  const seen = await readDuring(async () => {
    for (let figure = 1; figure <= 12; figure++) await publishBoard(ctx, figure);
  });
  expect(seen).toMatchObject({ empty: 0, mixed: 0 });
  expect(seen.reads).toBeGreaterThan(20);
});

it('the control: a swap that deletes and then inserts shows the gap to the same readers', async () => {
  const ctx = await community.ctxFor(admin);
  const board = await publishBoard(ctx, 0);
  const rows = await ctx.db.selectFrom('duolingoRankings').selectAll().where('boardId', '=', board).execute();
  const seen = await readDuring(async () => {
    for (let figure = 1; figure <= 12; figure++) {
      await inTransaction(ctx, ({ db }) =>
        db.deleteFrom('duolingoRankings').where('boardId', '=', board).execute(),
      );
      for (const half of [rows.slice(0, rowsOnABoard / 2), rows.slice(rowsOnABoard / 2)]) {
        const values = half.map((row) => ({ ...row, totalExp: figure, extras: sql<string>`'{}'::jsonb` }));
        await inTransaction(ctx, ({ db }) => db.insertInto('duolingoRankings').values(values).execute());
      }
    }
  });
  expect(seen.empty).toBeGreaterThan(0);
  expect(seen.mixed).toBeGreaterThan(0);
});

const rowsOnAPage = 6;

/**
 * Reads the kept page ten thousand times, two hundred reads at a time, while `swap` runs again and again. A control may
 * read more often: it ends once it has seen both gaps.
 */
async function readTenThousandTimes(
  world: Community,
  swap: (figure: number) => Promise<unknown>,
  most = 10_000,
): Promise<{ reads: number; empty: number; mixed: number; boards: Set<number> }> {
  const seen = { reads: 0, empty: 0, mixed: 0, boards: new Set<number>() };
  const isOver = () => seen.reads >= most || (seen.empty > 0 && seen.mixed > 0);
  const reader = async () => {
    while (!isOver()) {
      seen.reads += 1;
      const { items } = await answerOf(world.request(null, 'GET', '/api/cup'), operation);
      const figures = new Set(items.map((line) => line.totalExp));
      if (items.length === 0) seen.empty += 1;
      else if (figures.size > 1 || items.length !== rowsOnAPage) seen.mixed += 1;
      for (const figure of figures) seen.boards.add(figure);
      // A kept page needs no database, whose answers to the import would have no turn.
      await nextTurn();
    }
  };
  const readers = Array.from({ length: 200 }, reader);
  for (let figure = 1; !isOver(); figure++) await swap(figure);
  await Promise.all(readers);
  return seen;
}

describe('ten thousand reads of the kept page during imports', () => {
  let keeper: Community;
  let ctx: Ctx;
  beforeAll(async () => {
    keeper = await newCommunity({ sharedPages: true });
    ctx = await keeper.ctxFor(await keeper.person({ role: 'admin' }));
  });
  afterAll(() => keeper.close());
  beforeEach(() => keeper.db.deleteFrom('cupBoards').execute());

  it('see no empty and no mixed board, and one board after another', async () => {
    await publishBoard(ctx, 0, rowsOnAPage);
    const seen = await readTenThousandTimes(keeper, (figure) => publishBoard(ctx, figure, rowsOnAPage));
    expect(seen).toMatchObject({ reads: 10_000, empty: 0, mixed: 0 });
    expect(seen.boards.size).toBeGreaterThan(1);
  });

  it('the control: see the gaps of a swap that deletes and then inserts', async () => {
    const board = await publishBoard(ctx, 0, rowsOnAPage);
    const rows = await ctx.db
      .selectFrom('duolingoRankings')
      .selectAll()
      .where('boardId', '=', board)
      .execute();
    const insert = (figure: number, some: typeof rows) =>
      ctx.db
        .insertInto('duolingoRankings')
        .values(some.map((row) => ({ ...row, totalExp: figure, extras: sql<string>`'{}'::jsonb` })))
        .execute();
    const swap = async (figure: number) => {
      await ctx.db.deleteFrom('duolingoRankings').where('boardId', '=', board).execute();
      // As long as a page needs to be dropped and read again, on any machine.
      await sleep(50);
      await insert(figure, rows.slice(0, 3));
      await sleep(50);
      await insert(figure, rows.slice(3));
    };
    const seen = await readTenThousandTimes(keeper, swap, 300_000);
    expect(seen.empty).toBeGreaterThan(0);
    expect(seen.mixed).toBeGreaterThan(0);
  });
});
