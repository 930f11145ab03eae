import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';

/** Longest a commit waits to be announced, in milliseconds: commits within it share one NOTIFY. */
const gatherFor = 15;

const waiting = new WeakSet<Db>();

/**
 * Tells every process, soon, that the events table has news. NOTIFY takes a lock on the whole database
 * at commit, so it is not sent from the transactions themselves (thousands of purchases a second would
 * queue for it) but once for all commits of the last moments. If it is lost, listeners look by themselves
 * every few seconds.
 */
export function wakeListeners(db: Db): void {
  if (waiting.has(db)) return;
  waiting.add(db);
  setTimeout(() => {
    waiting.delete(db);
    sql`select pg_notify('events', '')`.execute(db).catch(() => {});
  }, gatherFor);
}
