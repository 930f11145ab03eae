import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dayMs } from '#shared/time/durations.ts';
import { type Community, newCommunity } from '../../testing/community.ts';
import type { Ctx } from '../ctx.ts';
import { type DueWork, type Handler, putDue, WorkFailed } from './due-work.ts';
import { runDue } from './run-due.ts';

/* What these tests guarantee: whatever one row's attempt answers or throws, and whatever fails while that is noted, the
 * other rows of its kind are worked on in the same round. */

let community: Community;
let ctx: Ctx;
beforeAll(async () => {
  community = await newCommunity();
  ctx = await community.ctxFor();
});
afterAll(() => community.close());
beforeEach(async () => {
  await community.db.deleteFrom('dueWork').execute();
});

const work: DueWork = { kind: 'test-work', backOff: { firstMs: 1000, longestMs: 4000 }, concurrency: 2 };
const rows = () => community.db.selectFrom('dueWork').selectAll().orderBy('subject').execute();

/** Runs a round in which the first row does what a test says, before as many others as there are workers, and more. */
async function runWith(fault: Partial<Pick<Handler, 'run' | 'afterwards'>>): Promise<string[]> {
  const done: string[] = [];
  for (const [n, subject] of ['bad', 'b', 'c', 'd', 'e'].entries()) {
    await putDue(ctx, work, subject, new Date(ctx.now.getTime() - 1000 + n));
  }
  await runDue(() => ctx, {
    work: { ...work, concurrency: 1 },
    async run(each, subject) {
      if (subject === 'bad') return fault.run?.(each, subject);
      done.push(subject);
      return undefined;
    },
    async afterwards(each, subject) {
      if (subject === 'bad') await fault.afterwards?.(each, subject);
    },
  });
  return done;
}

const invalid = new Date(Number.NaN);
const failing = (message: string, how: Partial<WorkFailed>) => async () => {
  throw new WorkFailed(message, how);
};

describe('runDue goes on with the other rows of a kind, and retries after the back-off', () => {
  it.each<[string, Partial<Pick<Handler, 'run' | 'afterwards'>>]>([
    ['a row that is due again at an instant that is none', { run: async () => invalid }],
    ['a row whose wait is longer than any date', { run: failing('busy', { waitMs: 1e16 }) }],
    ['a row whose wait is no number', { run: failing('busy', { waitMs: Number.NaN }) }],
    ['a row whose wait is endless', { run: failing('busy', { waitMs: Number.POSITIVE_INFINITY }) }],
    ['a row whose error has a character that the database stores in no text', { run: failing('a\0b', {}) }],
    ['a row whose error has half a character', { run: failing('a\ud800', {}) }],
    ['a row of which pages cannot be told', { afterwards: () => Promise.reject(new Error('not told')) }],
    [
      'a row of which a statement fails while pages are told',
      { afterwards: async ({ db }) => void (await sql`select 1 / 0`.execute(db)) },
    ],
  ])('after %s', async (_, fault) => {
    expect(await runWith(fault)).toEqual(['b', 'c', 'd', 'e']);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ subject: 'bad', lease: null, leasedUntil: null, attempts: 1 });
    expect(row?.dueAt.getTime()).toBeGreaterThan(ctx.now.getTime());
    expect(row?.dueAt.getTime()).toBeLessThanOrEqual(ctx.now.getTime() + dayMs);
    expect(row?.lastError).toBeTruthy();
  });
});

it('runDue goes on with the other rows where the database stores no outcome of one, and tells of it at the end', async () => {
  await sql`create function refuse_outcome() returns trigger language plpgsql as $$
    begin raise exception 'no outcome of this row'; end $$`.execute(community.db);
  await sql`create trigger refuse_outcome before update of due_at on due_work for each row
    when (old.subject = 'bad') execute function refuse_outcome()`.execute(community.db);
  try {
    const done = await runWith({ run: failing('away', {}) }).catch((error: Error) => error.message);
    expect(done).toContain('no outcome of this row');
    // Its lease keeps the row from being claimed again before that ends.
    expect((await rows()).map(({ subject, lease }) => [subject, lease !== null])).toEqual([['bad', true]]);
  } finally {
    await sql`drop function refuse_outcome() cascade`.execute(community.db);
  }
});

it('runDue lets a kind wait for a day at most, whatever another server asks for', async () => {
  await runWith({ run: failing('busy', { waitMs: 1e16, holdsKind: true }) });
  const due = (await rows()).map(({ dueAt }) => dueAt.getTime() - ctx.now.getTime());
  expect(due).toHaveLength(5);
  expect(Math.max(...due)).toBe(dayMs);
});
