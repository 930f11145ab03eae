import { type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/connect.ts';

/**
 * The process ids of the connections to this database that wait for a lock of its rows, tables or keys. A transaction
 * that notifies also waits, for a moment, until those of all other databases of the server have committed: that is a
 * lock of an object.
 */
export async function waitingForLocks(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and wait_event <> 'object'`.execute(db);
  return rows.map(({ pid }) => pid);
}

type Start<T> = () => readonly Promise<T>[];

/**
 * Holds the rows of a table until all that `start` began wait for a lock, then lets them go. On a busy machine they
 * would come one after another otherwise, each to what the one before has done, and that is no race. What they read
 * without a lock, they have read by then.
 */
export const raceForRows = <T>(
  db: Db,
  table: 'classSeries' | 'classes' | 'videos' | 'profiles' | 'reportsKept',
  start: Start<T>,
) => race(db, sql`select from ${sql.table(table)} for update`, start);

/** The same for those that insert: holds the whole table, which can still be read. */
export const raceForTable = <T>(db: Db, table: 'usedCodes', start: Start<T>) =>
  race(db, sql`lock table ${sql.table(table)} in exclusive mode`, start);

async function race<T>(
  db: Db,
  hold: RawBuilder<unknown>,
  start: Start<T>,
): Promise<PromiseSettledResult<T>[]> {
  let racing: Promise<PromiseSettledResult<T>[]> | undefined;
  await db.transaction().execute(async (trx) => {
    await hold.execute(trx);
    const started = start();
    racing = Promise.allSettled(started);
    await expect.poll(async () => (await waitingForLocks(db)).length).toBe(started.length);
  });
  return racing ?? [];
}
