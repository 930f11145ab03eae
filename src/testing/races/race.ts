import { type KyselyPlugin, type QueryId, type RawBuilder, type RootOperationNode, sql } from 'kysely';
import { expect } from 'vitest';
import type { Ctx } from '#server/ctx.ts';
import type { Db } from '#server/db/connect.ts';
import { inTransaction } from '#server/db/in-transaction.ts';
import type { DB } from '#server/db/schema.ts';
import { waitingForLocks } from './waiting-for-locks.ts';

type Start<T> = () => readonly Promise<T>[];

/**
 * Holds the rows of a table until all that `start` began wait for a lock, then lets them go. On a busy machine they
 * would come one after another otherwise, each to what the one before has done, and that is no race. What they read
 * without a lock, they have read by then.
 */
export const raceForRows = <T>(db: Db, table: keyof DB | 'reportsKept', start: Start<T>) =>
  raceForHold(db, sql`select from ${sql.table(table)} for update`, start);

/** The same for those that insert: holds the whole table, which can still be read. */
export const raceForTable = <T>(db: Db, table: keyof DB, start: Start<T>) =>
  raceForHold(db, sql`lock table ${sql.table(table)} in exclusive mode`, start);

const raceForHold = <T>(db: Db, hold: RawBuilder<unknown>, start: Start<T>) =>
  race(
    db,
    (untilAllWait) =>
      db.transaction().execute(async (trx) => {
        await hold.execute(trx);
        await untilAllWait();
      }),
    start,
  );

/** Lets `act` come first: it is done in a transaction, which commits once all that `start` began wait for a lock. */
export const raceBehind = <T>(outer: Ctx, act: (ctx: Ctx) => Promise<unknown>, start: Start<T>) =>
  race(
    outer.db,
    (untilAllWait) =>
      inTransaction(outer, async (ctx) => {
        await act(ctx);
        await untilAllWait();
      }),
    start,
  );

async function race<T>(
  db: Db,
  hold: (untilAllWait: () => Promise<void>) => Promise<void>,
  start: Start<T>,
): Promise<PromiseSettledResult<T>[]> {
  let racing: Promise<PromiseSettledResult<T>[]> | undefined;
  await hold(async () => {
    const started = start();
    racing = Promise.allSettled(started);
    await expect.poll(async () => (await waitingForLocks(db)).length).toBe(started.length);
  });
  return racing ?? [];
}

/**
 * Stops each of the attempts when it has read the table, until every one of them has, has ended or waits for a lock.
 * For attempts that write nothing that one hold would stop. An attempt makes its queries through the context that it is
 * given.
 */
export async function raceAfterReading<T>(
  ctx: Ctx,
  table: keyof DB,
  attempts: readonly ((ctx: Ctx) => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const there = new Set<number>();
  let go = () => {};
  const all = new Promise<void>((resolve) => {
    go = resolve;
  });
  const racing = attempts.map(async (attempt, nth) => {
    const arrive = () => {
      there.add(nth);
      return all;
    };
    try {
      return await attempt({ ...ctx, db: ctx.db.withPlugin(afterReading(table, arrive)) });
    } finally {
      there.add(nth);
    }
  });
  const outcomes = Promise.allSettled(racing);
  const stopped = async () => there.size + (await waitingForLocks(ctx.db)).length;
  try {
    await expect.poll(stopped, { interval: 10 }).toBe(attempts.length);
  } finally {
    go();
  }
  return outcomes;
}

/** Holds back what a query of the table has found. */
function afterReading(table: string, arrive: () => Promise<void>): KyselyPlugin {
  const reads = new WeakSet<QueryId>();
  return {
    transformQuery({ node, queryId }) {
      if (readsFrom(node, table)) reads.add(queryId);
      return node;
    },
    async transformResult({ result, queryId }) {
      if (reads.has(queryId)) await arrive();
      return result;
    },
  };
}

function readsFrom(node: RootOperationNode, table: string): boolean {
  // The connection's own plugin has written the names as the database does.
  const name = table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  if (node.kind === 'SelectQueryNode') return JSON.stringify(node.from).includes(`"${name}"`);
  // An update writes what it finds at once; the attempts look for what they act on later.
  return node.kind === 'RawNode' && new RegExp(`(?<!update) ${name}`).test(node.sqlFragments.join(' '));
}
