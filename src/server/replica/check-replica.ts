import { sql } from 'kysely';
import type { Db } from '../db/connect.ts';
import type { LogPosition } from '../db/log-position.ts';
import { onlyRow } from '../db/only-row.ts';

/** Which database it is: the cluster, and the database in it. A physical copy has the same. */
export type DatabaseIdentity = { system: string; database: number };

/**
 * How a host stands that reads may go to. Only one that follows is read: `behind` has not replayed what the reader must
 * see, a `primary` follows none, a `stranger` has another database or another timeline, and `away` has no answer.
 */
export type ReplicaStanding = 'follows' | 'behind' | 'stranger' | 'away' | 'primary';

export type ReplicaCheck = { standing: ReplicaStanding; behindBytes: number };

const identity = sql`(select system_identifier::text from pg_control_system()) as system,
  (select oid::int from pg_database where datname = current_database()) as database`;

export async function readIdentity(db: Db): Promise<DatabaseIdentity> {
  const { rows } = await sql<DatabaseIdentity>`select ${identity}`.execute(db);
  return onlyRow(rows);
}

/**
 * Whether what is read over this connection from now on has everything before `position`. A timeline is known from the
 * last checkpoint, so that a replica is read again some minutes after another one was promoted.
 */
export async function checkReplica(
  db: Db,
  position: LogPosition,
  expected: DatabaseIdentity,
): Promise<ReplicaCheck> {
  const { rows } = await sql<
    DatabaseIdentity & { isStandby: boolean; timeline: number; behindBytes: number }
  >`select pg_is_in_recovery() as is_standby, ${identity},
      (select timeline_id from pg_control_checkpoint()) as timeline,
      coalesce(pg_wal_lsn_diff(${position.lsn}::pg_lsn, pg_last_wal_replay_lsn()), 0) as behind_bytes`.execute(
    db,
  );
  const [{ isStandby, system, database, timeline, behindBytes } = { isStandby: false, behindBytes: 0 }] =
    rows;
  const isOurs = system === expected.system && database === expected.database;
  const standing = !isStandby
    ? 'primary'
    : !isOurs || timeline !== position.timeline
      ? 'stranger'
      : behindBytes > 0
        ? 'behind'
        : 'follows';
  return { standing, behindBytes: Math.max(0, behindBytes) };
}
