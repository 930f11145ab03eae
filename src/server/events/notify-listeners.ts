import { sql } from 'kysely';
import type { Db } from '#server/db/connect.ts';

/** Commits within this time share one NOTIFY. */
const batchMs = 15;

/** Databases for which a NOTIFY is already scheduled. */
const scheduled = new WeakSet<Db>();

/**
 * Notifies every server process that the events table has new rows, in batches. A transaction that sends NOTIFY
 * takes a lock on the whole database when it commits, so thousands of purchases a second would queue for that lock.
 * Therefore one NOTIFY outside of the transactions serves all commits of the last milliseconds. If it is lost,
 * listeners find the rows when they poll.
 */
export function notifyListeners(db: Db): void {
  if (scheduled.has(db)) return;
  scheduled.add(db);
  setTimeout(() => {
    scheduled.delete(db);
    sql`select pg_notify('events', '')`.execute(db).catch(() => {});
  }, batchMs);
}
