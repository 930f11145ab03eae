import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { SUPERUSER } from './create-cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { isAlive } from './find-postmaster.ts';

export type Hold = {
  /** the connection that carries the lock, as superuser on the `postgres` database */
  client: Client;
  /** resolves when the connection, and with it the lock, is gone for whatever reason */
  lost: Promise<void>;
  release(): Promise<void>;
};

/** Any number would do: in the `postgres` database nobody else takes advisory locks. */
const LOCK = 728_646_001;
const HOLDER = /^sumi app, process (\d+)$/;
/** How long the session of an app that was killed may take to end, in milliseconds. */
const PATIENCE_MS = 2000;

/**
 * Makes this process the one owner of a running server, and so of its DATA_DIR, for as long as the connection
 * lives. A lock inside the server rather than a file: it ends with the process however that ends, and cannot
 * be left behind. Throws an EmbeddedPostgresError (`inUse`) naming the process that has it, or whatever `pg`
 * throws where the server does not answer.
 */
export async function holdDataDir(server: { host: string; port: number }, dataDir: string): Promise<Hold> {
  const client = new Client({
    host: server.host,
    port: server.port,
    user: SUPERUSER,
    database: 'postgres',
    ssl: false,
    application_name: `sumi app, process ${process.pid}`,
    connectionTimeoutMillis: 5000,
  });
  const lost = new Promise<void>((resolve) => client.once('end', () => resolve()));
  // A lost connection shows as `lost`; without a listener it would end the process.
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
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
      LOCK,
    ]);
    if (rows[0]?.taken) return;
    const holder = await findHolder(client);
    // A process just killed: the server notices at once, but not within the same instant.
    const fading = holder === null || !isAlive(holder);
    if (!fading || Date.now() > deadline) {
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
    [LOCK],
  );
  const pid = HOLDER.exec(rows[0]?.name ?? '')?.[1];
  return pid ? Number(pid) : null;
}
