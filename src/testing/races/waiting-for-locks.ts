import { sql } from 'kysely';
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
