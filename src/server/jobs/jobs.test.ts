import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import type { Ctx } from '../ctx.ts';
import { connect } from '../db/connect.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { createLog } from '../log.ts';
import { claimDue } from './claim-due.ts';
import { type DueWork, putDue, runSoon } from './due-work.ts';
import { findStuck } from './find-stuck.ts';
import { forgetDoneWork } from './forget-done-work.ts';
import { type Chore, type Jobs, startJobs } from './start-jobs.ts';

let community: Community;
beforeAll(async () => {
  community = await newCommunity();
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('dueWork').execute();
});

const work: DueWork = { kind: 'test-work', backOff: { firstMs: 1000, longestMs: 4000 }, concurrency: 2 };
const log = createLog('silent');
const start = (jobs: Jobs, clock = () => new Date()) => startJobs({ db: community.db, log, clock }, [jobs]);

it('forgetDoneWork deletes events that were told a day ago and leaves younger ones', async () => {
  const { db } = community;
  await sql`insert into events (kind, created_at) values ('old.one', now() - interval '2 days'), ('new.one', now())`.execute(
    db,
  );
  await forgetDoneWork.run(await community.ctxFor());
  const kinds = await db.selectFrom('events').select('kind').where('kind', 'like', '%.one').execute();
  expect(kinds).toEqual([{ kind: 'new.one' }]);
});

it('forgetDoneWork deletes a long backlog in portions', async () => {
  const { db } = community;
  await sql`create table deleted (rows bigint)`.execute(db);
  await sql`create function count_deleted() returns trigger language plpgsql as $$
    begin insert into deleted select count(*) from gone; return null; end $$`.execute(db);
  await sql`create trigger count_deleted after delete on events
    referencing old table as gone for each statement execute function count_deleted()`.execute(db);
  await sql`insert into events (kind, created_at)
    select 'old.many', now() - interval '2 days' from generate_series(1, 25000)`.execute(db);
  await forgetDoneWork.run(await community.ctxFor());
  const { rows } = await sql`select rows from deleted`.execute(db);
  expect(rows).toEqual([{ rows: 10_000 }, { rows: 10_000 }, { rows: 5000 }]);
});

it('two processes run a chore once each time it is due, and stop when asked', async () => {
  const [one, two] = [connect(community.address), connect(community.address)];
  let runs = 0;
  const chore: Chore = { name: 'often', everyMinutes: 1, run: async () => void runs++ };
  const clock = () => new Date();
  const started = await Promise.all(
    [one, two].map(({ db }) => startJobs({ db, log, clock }, [{ chores: [chore] }])),
  );
  await expect.poll(() => runs).toBe(1);
  await Promise.all(started.map((jobs) => jobs.stop()));
  const [row] = await community.db.selectFrom('dueWork').selectAll().execute();
  expect(row).toMatchObject({ kind: 'often', subject: 'clock', attempts: 0, leasedUntil: null });
  const wait = (row?.dueAt.getTime() ?? 0) - Date.now();
  expect(wait).toBeGreaterThan(50_000);
  expect(wait).toBeLessThanOrEqual(60_000);
  expect(runs).toBe(1);
  await Promise.all([one.close(), two.close()]);
});

it('startJobs forgets the clock of a chore that no longer exists, and keeps other work', async () => {
  const ctx = await community.ctxFor();
  await putDue(ctx, { ...work, kind: 'of-yesterday' }, 'clock', new Date(Date.now() + 60_000));
  await putDue(ctx, work, 'a', new Date(Date.now() + 60_000));
  const jobs = await start({ chores: [forgetDoneWork] });
  await jobs.stop();
  const kinds = await community.db.selectFrom('dueWork').select('kind').orderBy('kind').execute();
  expect(kinds.map(({ kind }) => kind)).toEqual(['forget-done-work', 'test-work']);
});

it('startJobs brings the next run of a chore forward where it is done more often than before', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const inMinutes = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
  const run = async () => {};
  const ofVersion = async (minutes: number) => {
    const jobs = await start({ chores: [{ name: 'backup', everyMinutes: minutes, run }] }, () => now);
    await jobs.stop();
    return community.db.selectFrom('dueWork').select('dueAt').executeTakeFirstOrThrow();
  };
  expect(await ofVersion(720 * 60)).toEqual({ dueAt: inMinutes(720 * 60) });
  expect(await ofVersion(60)).toEqual({ dueAt: inMinutes(60) });
  expect(await ofVersion(720 * 60)).toEqual({ dueAt: inMinutes(60) });
});

it('a chore is given the clock, and fails and is retried without stopping the others', async () => {
  let now = new Date('2026-11-20T10:00:00Z');
  const seen: Date[] = [];
  const failing: Chore = {
    name: 'failing',
    everyMinutes: 60,
    run: async (ctx) => {
      seen.push(ctx.now);
      throw new TypeError('ana@example.org');
    },
  };
  let others = 0;
  const other: Chore = { name: 'other', everyMinutes: 60, run: async () => void others++ };
  for (let run = 1; run <= 4; run++) {
    expect(await findStuck({ db: community.db, now })).toEqual([]);
    const jobs = await start({ chores: [failing, other] }, () => now);
    await expect.poll(() => seen.length).toBe(run);
    await jobs.stop();
    now = new Date(now.getTime() + 10 * 60_000);
  }
  expect(seen[0]).toEqual(new Date('2026-11-20T10:00:00Z'));
  expect(others).toBe(1);
  expect(await findStuck({ db: community.db, now })).toEqual([
    { kind: 'failing', count: 1, since: new Date('2026-11-20T10:00:00Z'), lastError: 'TypeError' },
  ]);
});

it('findStuck answers work that no process has claimed for an hour, and not work that is merely due', async () => {
  const now = new Date('2026-11-20T10:00:00Z');
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  const ctx = { ...(await community.ctxFor()), now };
  for (const [subject, minutes] of Object.entries({ a: 59, b: 61, c: 90, d: -5 })) {
    await putDue(ctx, work, subject, minutesAgo(minutes));
  }
  expect(await findStuck(ctx)).toEqual([
    { kind: 'test-work', count: 2, since: minutesAgo(90), lastError: null },
  ]);
});

it('findStuck answers no work that a living process has been at for more than an hour', async () => {
  const ctx = await community.ctxFor();
  await putDue(ctx, work, 'a backup', new Date(ctx.now.getTime() - 90 * 60_000));
  const claim = await claimDue(ctx, work, { subjects: ['a backup'] });
  expect(await findStuck(ctx)).toEqual([]);
  // The process is killed, and no other one takes its work.
  await sql`update due_work set leased_until = now() - interval '1 second' where lease = ${claim?.lease}`.execute(
    community.db,
  );
  expect(await findStuck(ctx)).toMatchObject([{ kind: 'test-work', count: 1 }]);
});

it('work that is put runs right after its transaction commits, and not before', async () => {
  const done: string[] = [];
  // The clock starts no look here.
  vi.useFakeTimers({ toFake: ['setInterval'] });
  const jobs = await start({
    handlers: [{ work, run: async (_ctx, subject) => void done.push(subject) }],
  });
  vi.useRealTimers();
  const ctx = await community.ctxFor();
  await inTransaction(ctx, async (ctx) => {
    await putDue(ctx, work, 'a');
    runSoon(ctx, work);
    expect(done).toEqual([]);
  });
  await expect.poll(() => done).toEqual(['a']);
  await jobs.stop();
  await putDue(ctx, work, 'b');
  expect(done).toEqual(['a']);
});

it('startJobs starts nothing while the clock of its machine is more than a minute off that of the database', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const telling = Object.assign(createLog('silent'), { error: (line: unknown) => void errors.push(line) });
  let statements = 0;
  const db = community.db.withPlugin({
    transformQuery({ node }) {
      statements += 1;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const chore: Chore = { name: 'often', everyMinutes: 1, run: async () => void done.push('often') };
  const handler = { work, run: async (_ctx: Ctx, subject: string) => void done.push(subject) };
  const rightly = Date.now();
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'], now: rightly + 2 * 60_000 });
  const clock = () => new Date();
  const jobs = await startJobs({ db, log: telling, clock }, [{ chores: [chore], handlers: [handler] }]);
  await putDue({ ...(await community.ctxFor()), now: new Date(rightly) }, work, 'a');
  vi.advanceTimersByTime(5000);
  // Each statement of these jobs compares the clocks.
  await expect.poll(() => statements).toBe(2);
  expect(done).toEqual([]);
  expect(await community.db.selectFrom('dueWork').select('kind').execute()).toEqual([{ kind: work.kind }]);

  vi.setSystemTime(rightly);
  vi.advanceTimersByTime(5000);
  await expect.poll(() => done.sort()).toEqual(['a', 'often']);
  vi.useRealTimers();
  await jobs.stop();
  expect(errors).toEqual(['the clock of this machine is not that of the database: no due work starts']);
});
