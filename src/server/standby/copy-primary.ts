import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import type { DbHost } from '../db/database-hosts.ts';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error.ts';
import { standbyName } from '../embedded-postgres/network-settings.ts';
import { type Place, placeData } from '../embedded-postgres/place-data.ts';
import { unpackData } from '../embedded-postgres/unpack-data.ts';
import { syncFolder } from '../files/write-safely.ts';
import { BaseBackupQuery } from './base-backup-query.ts';

const notThere = '42704';
const inUse = '55006';

/** Whether there is a database in DATA_DIR already. */
export const hasDatabase = (dataDir: string) => existsSync(path.join(placeData(dataDir).home, 'data'));

/**
 * Copies the primary over the network into a DATA_DIR without a database: a base backup, marked as a standby. The
 * primary keeps its log for it from the beginning of the copy. The folder gets its name when it is whole, so that a
 * copy that fails or is killed leaves nothing that looks like a database.
 */
export async function copyPrimary(dataDir: string, primary: DbHost, password: string): Promise<void> {
  if (hasDatabase(dataDir)) {
    throw new EmbeddedPostgresError(`There is a database in ${dataDir} already. Nothing was changed.`);
  }
  const place = placeData(dataDir);
  // A start removes folders with such a name once the process with that id has ended.
  const unfinished = path.join(place.home, `data-unfinished-${process.pid}-standby-${randomUUID()}`);
  const client = walsender(primary, password);
  try {
    await client.connect();
    await takeSlot(client);
    try {
      await receive(client, unfinished, place);
    } catch (error) {
      client.connection.stream.destroy();
      await dropSlot(primary, password).catch(() => {});
      throw error;
    }
    await rename(unfinished, path.join(place.home, 'data'));
    await syncFolder(place.home);
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    if (error instanceof EmbeddedPostgresError) throw error;
    const { host, port } = primary;
    throw new EmbeddedPostgresError(
      `The database at ${host}:${port} could not be copied: ${(error as Error).message}. Nothing was changed.`,
      { cause: error },
    );
  } finally {
    client.end().catch(() => {});
  }
}

/** A connection that speaks the protocol of replication. */
function walsender(primary: DbHost, password: string): pg.Client {
  const client = new pg.Client({
    ...primary,
    ...{ user: standbyName, password, replication: 'true', application_name: 'sumi-copy' },
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  } as pg.ClientConfig);
  client.on('error', () => {});
  return client;
}

/** On a connection of its own: that of a copy which failed may still be full of it. */
async function dropSlot(primary: DbHost, password: string): Promise<void> {
  const client = walsender(primary, password);
  try {
    await client.connect();
    await client.query(`DROP_REPLICATION_SLOT ${standbyName}`);
  } finally {
    await client.end();
  }
}

/** Has the primary keep its log for this standby. What an earlier standby left is of no use to a new one. */
async function takeSlot(client: pg.Client): Promise<void> {
  await client.query(`DROP_REPLICATION_SLOT ${standbyName}`).catch((error: pg.DatabaseError) => {
    if (error.code === notThere) return;
    if (error.code !== inUse) throw error;
    throw new EmbeddedPostgresError('Another standby follows that database. Nothing was changed.');
  });
  await client.query(`CREATE_REPLICATION_SLOT ${standbyName} PHYSICAL (RESERVE_WAL)`);
}

async function receive(client: pg.Client, folder: string, { runAs }: Place): Promise<void> {
  const give = async (made: string) => {
    if (runAs) await chown(made, runAs.uid, runAs.gid);
  };
  await mkdir(folder, { mode: 0o700 });
  await give(folder);
  const { tar } = client.query(new BaseBackupQuery());
  await unpackData(tar, folder, runAs);
  // The copy must not have what ALTER SYSTEM set on the primary, such as to wait for its standby.
  const settings = path.join(folder, 'postgresql.auto.conf');
  await rm(settings, { force: true });
  for (const made of [settings, path.join(folder, 'standby.signal')]) {
    await writeFile(made, '', { mode: 0o600, flush: true });
    await give(made);
  }
}
