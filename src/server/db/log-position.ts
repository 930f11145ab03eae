import { sql } from 'kysely';
import type { Db } from './connect.ts';
import { onlyRow } from './only-row.ts';

/** A place in the write-ahead log of the database that takes writes; each promotion begins the next timeline. */
export type LogPosition = { lsn: string; timeline: number };

/**
 * Columns with the current position in the log. They are evaluated after the statement's snapshot was taken, so every
 * change that the statement sees lies before the position. A commit is flushed before others see it. With
 * `synchronous_commit = off` it is not, hence the insert position.
 */
export const logPosition = sql`
  (case current_setting('synchronous_commit') when 'off' then pg_current_wal_insert_lsn()
    else pg_current_wal_flush_lsn() end)::text as lsn,
  ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`;

export async function readLogPosition(db: Db): Promise<LogPosition> {
  const { rows } = await sql<LogPosition>`select ${logPosition}`.execute(db);
  return onlyRow(rows);
}
