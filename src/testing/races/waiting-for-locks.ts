import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#server/db/connect.ts';

/** The process ids of the connections to this database that wait for a lock. */
export async function waitingForLocks(db: Db): Promise<number[]> {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.map(({ pid }) => pid);
}

/**
 * Holds the rows of a table until all that `start` began wait for a lock, then lets them go. On a busy machine they would
 * come one after another otherwise, each to what the one before has done, and that is no race.
 */
export async function raceForRows<T>(
  db: Db,
  table: 'classSeries',
  start: () => readonly Promise<T>[],
): Promise<PromiseSettledResult<T>[]> {
  let racing: Promise<PromiseSettledResult<T>[]> | undefined;
  await db.transaction().execute(async (trx) => {
    await trx.selectFrom(table).select('id').forUpdate().execute();
    const started = start();
    racing = Promise.allSettled(started);
    await expect.poll(async () => (await waitingForLocks(db)).length).toBe(started.length);
  });
  return racing ?? [];
}
