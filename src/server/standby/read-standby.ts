import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import { standbyName } from '../embedded-postgres/network-settings.ts';

export type StandbyState = {
  /** None was made yet, or none since a standby was promoted. */
  missing: boolean;
  follows: boolean;
  /** Whether each write waits for it. */
  waits: boolean;
  /** What was written here and is not on its disk, in bytes. */
  behind: number;
  /** The log that it needs is gone: it has to be made again. */
  lost: boolean;
};

/** How the standby of this database is; null where the settings know of none, or it is one itself. */
export async function readStandby(db: Db): Promise<StandbyState | null> {
  const { rows } = await sql<StandbyState>`
    select slot.slot_name is null as missing, coalesce(slot.active, false) as follows,
      current_setting('synchronous_standby_names') <> '' as waits,
      slot.wal_status is not distinct from 'lost' as lost,
      coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), slot.restart_lsn), 0) as behind
    from pg_roles role left join pg_replication_slots slot on slot.slot_name = role.rolname
    where role.rolname = ${standbyName} and not pg_is_in_recovery()`.execute(db);
  return rows[0] ?? null;
}

/** One line about it. */
export function describeStandby({ missing, follows, waits, behind, lost }: StandbyState): string {
  if (missing) return 'none: npm run standby makes one on another machine';
  if (lost) return 'away for too long: move its folder away and run npm run standby there again';
  const kilobytes = Math.ceil(Math.max(0, behind) / 1024);
  if (!follows) {
    const cost = waits ? 'writes wait until it is back' : `the last ${kilobytes} kB are here alone`;
    return `away: ${cost}`;
  }
  return `follows, ${kilobytes} kB behind${waits ? '; each write waits for it' : ''}`;
}
