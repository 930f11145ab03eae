import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onlyRow } from '../db/only-row.ts';
import { isAlive } from '../processes/is-alive.ts';
import { superuserName } from './create-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';

export type Hold = {
  /** The connection that holds the lock, as superuser on the `postgres` database. */
  client: Client;
  /** Resolves when the connection has ended for any reason, and the lock with it. */
  lost: Promise<void>;
  release(): Promise<void>;
};

/** An arbitrary number: no other program takes advisory locks in the `postgres` database. */
const lockKey = 728_646_001;
const holderPattern = /^sumi app, process (\d+)$/;
/** The session of a killed app may take this long to end. */
const lockTimeoutMs = 2000;

/**
 * Makes this process the only owner of a running server, and so of its DATA_DIR, while the connection lasts. It takes
 * an advisory lock instead of a lock file: the lock ends with the process, also after kill -9, and cannot become
 * stale. Throws an EmbeddedPostgresError (`inUse`) that names the owner, or the error of `pg` when the server does
 * not answer.
 */
export async function holdDataDir(server: { host: string; port: number }, dataDir: string): Promise<Hold> {
  const client = new Client({
    host: server.host,
    port: server.port,
    user: superuserName,
    database: 'postgres',
    ssl: false,
    application_name: `sumi app, process ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // `lost` reports a lost connection; an error event without a listener would end the process.
  client.on('error', () => undefined);
  const release = () => client.end().catch(() => undefined);
  try {
    await client.connect();
    await takeLock(client, dataDir);
    return { client, lost, release };
  } catch (error) {
    void release();
    throw error;
  }
}

async function takeLock(client: Client, dataDir: string): Promise<void> {
  const deadline = performance.now() + lockTimeoutMs;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      lockKey,
    ]);
    if (onlyRow(rows).taken) return;
    const holder = await findHolder(client);
    // The server needs a moment to notice that the owner was killed.
    const ending = holder === null || !isAlive(holder);
    if (!ending || performance.now() > deadline) {
      throw new EmbeddedPostgresError(
        `${dataDir} is already in use by process ${holder ?? 'unknown'}: stop it first, or set another DATA_DIR.`,
        { inUse: true },
      );
    }
    await sleep(20);
  }
}

async function findHolder(client: Client): Promise<number | null> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
       and l.database = (select oid from pg_database where datname = current_database())`,
    [lockKey],
  );
  const pid = holderPattern.exec(rows[0]?.name ?? '')?.[1];
  return pid ? Number(pid) : null;
}
