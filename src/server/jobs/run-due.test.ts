import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Community, newCommunity } from '../../testing/community.ts';
import { raceForTable } from '../../testing/races/race.ts';
import { withoutRowLocks } from '../../testing/races/without-row-locks.ts';
import type { Ctx } from '../ctx.ts';
import { leaseMs } from './claim-due.ts';
import { type DueWork, dropDue, type Handler, putDue, retryAll, WorkFailed } from './due-work.ts';
import { runDue } from './run-due.ts';

let community: Community;
let ctx: Ctx;
beforeAll(async () => {
  community = await newCommunity({ poolSize: 20 });
  ctx = await community.ctxFor();
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('dueWork').execute();
});

const work: DueWork = { kind: 'test-work', backOff: { firstMs: 1000, longestMs: 4000 }, concurrency: 2 };
const handle = (
  run: (subject: string) => Promise<Date | undefined>,
  more: Partial<DueWork> = {},
): Handler => ({
  work: { ...work, ...more },
  run: (_ctx, subject) => run(subject),
});
const rows = () => community.db.selectFrom('dueWork').selectAll().orderBy('subject').execute();
const later = (ms: number) => new Date(ctx.now.getTime() + ms);
const at = (ms: number) => () => ({ ...ctx, now: later(ms) });
const run = (handler: Handler, ms = 0) => runDue(at(ms), handler);

describe('runDue', () => {
  it('does what is due in the order in which it became due, and deletes its rows', async () => {
    for (const [subject, ms] of Object.entries({ a: -1, b: -3, c: -2, d: 60_000 })) {
      await putDue(ctx, work, subject, later(ms));
    }
    await putDue(ctx, { ...work, kind: 'other-work' }, 'e');
    const done: string[] = [];
    await run(handle(async (subject) => void done.push(subject), { concurrency: 1 }));
    expect(done).toEqual(['b', 'c', 'a']);
    expect((await rows()).map(({ subject }) => subject)).toEqual(['d', 'e']);
  });

  it('works on as many rows at once as the kind allows, and no more', async () => {
    for (let n = 0; n < 7; n++) await putDue(ctx, work, String(n));
    let [now, most] = [0, 0];
    await run(
      handle(
        async () => {
          most = Math.max(most, ++now);
          await sleep(30);
          now--;
        },
        { concurrency: 3 },
      ),
    );
    expect(most).toBe(3);
    expect(await rows()).toEqual([]);
  });

  it('looks again when the handler says so, and counts from the beginning then', async () => {
    await putDue(ctx, work, 'a');
    await run(handle(() => Promise.reject(new WorkFailed('away'))));
    await run(
      handle(async () => later(90_000)),
      5000,
    );
    expect(await rows()).toMatchObject([
      { dueAt: later(90_000), attempts: 0, lastError: null, failingSince: null, lease: null },
    ]);
  });

  it('retries what failed, later each time, and remembers why and since when', async () => {
    await putDue(ctx, work, 'a');
    let now = 0;
    for (const [before, longest] of [1000, 2000, 4000, 4000].entries()) {
      await run(
        handle(() => Promise.reject(new WorkFailed('away'))),
        now,
      );
      const [row] = await rows();
      expect(row).toMatchObject({
        attempts: before + 1,
        lastError: 'away',
        failingSince: ctx.now,
        lease: null,
      });
      const wait = (row?.dueAt.getTime() ?? 0) - later(now).getTime();
      expect(wait).toBeGreaterThanOrEqual(longest / 2);
      expect(wait).toBeLessThanOrEqual(longest);
      // Not its turn yet.
      await run(
        handle(() => Promise.reject(new Error('too early'))),
        now + wait - 1,
      );
      now += wait;
    }
    await run(
      handle(async () => undefined),
      now,
    );
    expect(await rows()).toEqual([]);
  });

  it('stores of an unexpected error only its name and code', async () => {
    await putDue(ctx, work, 'a');
    const error = Object.assign(new TypeError('ana@example.org sk_live_1'), { code: 'ECONNRESET' });
    await run(handle(() => Promise.reject(error)));
    expect(await rows()).toMatchObject([{ lastError: 'TypeError ECONNRESET' }]);
  });

  it('counts a lasting failure as stuck at once', async () => {
    await putDue(ctx, work, 'a');
    await run(handle(() => Promise.reject(new WorkFailed('forbidden', { lasting: true }))));
    expect(await rows()).toMatchObject([{ attempts: 4 }]);
  });

  it('lets the whole kind wait when a failure says so, and other kinds go on', async () => {
    for (const subject of ['a', 'b', 'c']) await putDue(ctx, work, subject);
    await putDue(ctx, { ...work, kind: 'other-work' }, 'd');
    const busy = new WorkFailed('busy', { waitMs: 60_000, holdsKind: true });
    await run(handle(() => Promise.reject(busy), { concurrency: 1 }));
    expect((await rows()).map(({ attempts, dueAt }) => [attempts, dueAt])).toEqual([
      [1, later(60_000)],
      [0, later(60_000)],
      [0, later(60_000)],
      [0, ctx.now],
    ]);
  });

  it('pauses a kind after so many failures in a row', async () => {
    for (const subject of ['a', 'b', 'c', 'd']) await putDue(ctx, work, subject);
    await run(handle(() => Promise.reject(new WorkFailed('away')), { concurrency: 1, pauseAfter: 2 }));
    expect((await rows()).map(({ attempts }) => attempts)).toEqual([1, 1, 0, 0]);
    expect((await rows()).every(({ dueAt }) => dueAt > ctx.now)).toBe(true);
  });

  it('does the work again when it was put again meanwhile, also where the attempt fails', async () => {
    for (const outcome of ['done', 'failed']) {
      await putDue(ctx, work, outcome);
      let runs = 0;
      await run(
        handle(async (subject) => {
          if (++runs > 1) return;
          await putDue(ctx, work, subject);
          if (outcome === 'failed') throw new WorkFailed('of what is out of date');
        }),
      );
      expect(runs).toBe(2);
    }
    expect(await rows()).toEqual([]);
  });

  it('tells afterwards in the transaction that notes the outcome', async () => {
    await putDue(ctx, work, 'a');
    const seen: boolean[] = [];
    const afterwards = async ({ db }: Ctx) => {
      seen.push(db.isTransaction, (await db.selectFrom('dueWork').select('subject').execute()).length === 0);
    };
    await run({ ...handle(async () => undefined), afterwards });
    expect(seen).toEqual([true, true]);
  });

  it('claims only the subjects it is asked for, and those that become due soon when asked', async () => {
    for (const [subject, ms] of Object.entries({ a: 0, b: 50_000, c: 0, d: 70_000 })) {
      await putDue(ctx, work, subject, later(ms));
    }
    const done: string[] = [];
    const handler = handle(async (subject) => void done.push(subject));
    await runDue(at(0), handler, { subjects: ['a', 'b', 'd'], aheadMs: 60_000 });
    expect(done).toEqual(['a', 'b']);
  });

  it('begins no row after its signal, and finishes the one it is at', async () => {
    for (const subject of ['a', 'b', 'c']) await putDue(ctx, work, subject);
    const stop = new AbortController();
    const handler = handle(async () => stop.abort() as undefined, { concurrency: 1 });
    await runDue(at(0), handler, { signal: stop.signal });
    expect((await rows()).map(({ subject }) => subject)).toEqual(['b', 'c']);
  });
});

describe('several processes at once', () => {
  const processes = 5;
  const subjects = Array.from({ length: 40 }, (_, n) => `s${n}`);
  let slow: Community;
  beforeAll(async () => {
    // Where a claim stops, once it has its row, for as long as a test holds a table that has no part in it.
    slow = await newCommunity({
      poolSize: 20,
      withoutGuards: `create function wait() returns trigger language plpgsql as
          $$ begin lock table used_codes in row exclusive mode; return new; end $$;
        create trigger wait before update on due_work for each row execute function wait()`,
    });
  });
  afterAll(() => slow.close());

  /** What they do, where each has chosen its first row before one has claimed it, and claimed it before work ends. */
  const runAtOnce = async (given = (ctx: Ctx) => ctx): Promise<string[]> => {
    const world = given(await slow.ctxFor());
    for (const subject of subjects) await putDue(world, work, subject);
    const done: string[] = [];
    const begun = new Set<number>();
    const handlerOf = (nth: number) =>
      handle(async (subject) => {
        done.push(subject);
        begun.add(nth);
        await expect.poll(() => begun.size, { interval: 1 }).toBe(processes);
        return undefined;
      });
    await raceForTable(slow.db, 'usedCodes', () =>
      Array.from({ length: processes }, (_, nth) => runDue(() => world, handlerOf(nth))),
    );
    expect(await slow.db.selectFrom('dueWork').select('subject').execute()).toEqual([]);
    return done;
  };

  it('do each row once', async () => {
    expect((await runAtOnce()).sort()).toEqual([...subjects].sort());
  });

  it('the control: without the lock and what it skips each of them does the first row', async () => {
    const done = await runAtOnce(withoutRowLocks);
    expect(done.filter((subject) => subject === subjects[0])).toHaveLength(processes);
  });
});

describe('a lease', () => {
  // Longer than a busy machine leaves a process waiting, which could not renew it then.
  const shortLease = 2000;

  it('is renewed while the work runs, so that long work is done once', async () => {
    await putDue(ctx, work, 'a');
    let runs = 0;
    const slow = handle(async () => {
      runs++;
      await sleep(shortLease * 1.6);
      return undefined;
    });
    const first = runDue(at(0), slow, { leaseMs: shortLease });
    for (let look = 0; look < 7; look++) {
      await sleep(shortLease / 5);
      await runDue(at(0), slow, { leaseMs: shortLease });
    }
    await first;
    expect(runs).toBe(1);
  });

  it('of a killed process ends by itself, and another process does the work seconds later', async () => {
    await putDue(ctx, work, 'a');
    const lease = 1500;
    const child = spawn(
      process.execPath,
      [path.join(import.meta.dirname, '../../testing/processes/hang-on-due-work.ts')],
      {
        env: { ...process.env, DATABASE: JSON.stringify(community.address), LEASE_MS: String(lease) },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    // It is alive: it renews its lease for longer than that lasts.
    await sleep(lease * 1.5);
    const done: number[] = [];
    const look = () => run(handle(async () => void done.push(Date.now())));
    await look();
    expect(done).toEqual([]);

    child.kill('SIGKILL');
    await once(child, 'exit');
    const killedAt = Date.now();
    while (done.length === 0 && Date.now() < killedAt + 10_000) {
      await sleep(50);
      await look();
    }
    expect(done).toHaveLength(1);
    expect(await rows()).toEqual([]);
    // What the product's own lease delays such a row by, at most.
    expect(leaseMs).toBeLessThanOrEqual(15_000);
  });
});

it('putDue notes one row a kind and subject, and dropDue forgets it', async () => {
  await putDue(ctx, work, 'a', later(-1000));
  await putDue(ctx, work, 'a', later(1000));
  await putDue(ctx, { ...work, kind: 'other-work' }, 'a');
  expect(await rows()).toHaveLength(2);
  await dropDue(ctx, work, 'a');
  expect((await rows()).map(({ kind }) => kind)).toEqual(['other-work']);
});

it('retryAll has everything of a kind tried at once, whatever failed before', async () => {
  for (const subject of ['a', 'b']) await putDue(ctx, work, subject);
  await run(handle(() => Promise.reject(new WorkFailed('away', { lasting: true }))));
  expect(await retryAll(ctx, work)).toBe(2);
  expect(await rows()).toMatchObject([
    { attempts: 0, lastError: null, dueAt: ctx.now },
    { attempts: 0, lastError: null, dueAt: ctx.now },
  ]);
});
