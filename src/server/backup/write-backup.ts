import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { type DbAddress, newClient } from '../db/connect.ts';
import { onlyRow } from '../db/only-row.ts';
import type { Files } from '../files/files.ts';
import { OperatorError } from '../operator-error.ts';
import {
  countServers,
  hashTable,
  listSequences,
  listTables,
  quoted,
  setFixedFormats,
  type Table,
} from './describe-tables.ts';
import { digestOfEntries, type Manifest, manifestName, readBackup } from './manifest.ts';
import { type Seal, writeArchive } from './write-archive.ts';

export type BackupParts = {
  address: DbAddress;
  dataDir: string;
  /** What people uploaded, wherever it is. */
  files: Files;
  /** The secret in use. */
  secret: string;
  /** Files directly in DATA_DIR that go along where they exist. */
  extras: readonly string[];
  /** Queries for the column `name`: the files that rows refer to. */
  filesInUse: readonly string[];
};

export type Backup = Manifest & {
  bytes: number;
  /** Files that rows refer to and that are not there. */
  missing: string[];
};

/** Tables are cut into entries of about this size, because an entry of a tar begins with its length. */
const partSize = 4 * 1024 * 1024;
/** How often a backup begins a new snapshot because a file was replaced meanwhile. */
const attempts = 3;

/**
 * Writes a backup while the product runs: everything of one instant. The database is read in one snapshot. A file never
 * changes once it is written, and a row refers to it only then. So files are read first, the snapshot is taken, and
 * files that came meanwhile follow. One that a row of the snapshot refers to and that was removed before it was read
 * means another snapshot.
 *
 * `isolation` is for a test's control.
 */
export async function writeBackup(
  file: string,
  { address, dataDir, files, secret, extras, filesInUse }: BackupParts,
  {
    seal = null,
    isolation = 'repeatable read',
    onProgress = () => {},
  }: { seal?: Seal | null; isolation?: string; onProgress?: (rows: number, table: string) => void } = {},
): Promise<Backup> {
  const client = await connectForBackup(address);
  const archive = await writeArchive(file, seal).catch(async (error) => {
    await client.end();
    throw error;
  });
  const digest = digestOfEntries();
  const add = async (name: string, bytes: Uint8Array) => {
    digest.add(name, bytes);
    await archive.add(name, bytes);
  };
  try {
    await add('secret', Buffer.from(secret));
    for (const name of extras) {
      const bytes = await readIfThere(path.join(dataDir, name));
      if (bytes) await add(`extras/${name}`, bytes);
    }
    const taken = new Set<string>();
    const takeFiles = async () => {
      for await (const name of files.list()) {
        const bytes = taken.has(name) ? null : await files.read(name);
        if (!bytes) continue;
        await add(`files/${name}`, bytes);
        taken.add(name);
      }
    };
    await takeFiles();
    let missing: string[] = [];
    let madeAt = '';
    for (let attempt = 1; ; attempt++) {
      await client.query(`begin isolation level ${isolation} read only`);
      await setFixedFormats(client);
      // The first query takes the snapshot.
      const { rows } = await client.query<{ now: Date }>('select now()');
      madeAt = onlyRow(rows).now.toISOString();
      const named = await readFileNames(client, filesInUse);
      await takeFiles();
      missing = named.filter((name) => !taken.has(name));
      if (missing.length === 0 || attempt === attempts) break;
      await client.query('rollback');
    }
    const migrations = await readMigrationsOf(client);
    const serverRan = (await countServers(client)) > 0;
    const tables = [];
    let copied = 0;
    for (const table of await listTables(client)) {
      onProgress(copied, table.name);
      await copyTable(client, table, add, (rows) => onProgress(copied + rows, table.name));
      const content = await hashTable(client, table);
      copied += content.rows;
      tables.push(content);
    }
    const manifest: Manifest = {
      format: 1,
      madeAt,
      serverRan,
      migrations,
      tables,
      sequences: await listSequences(client),
      files: taken.size,
      digest: digest.value(),
    };
    await client.query('commit');
    await archive.add(manifestName, Buffer.from(JSON.stringify(manifest, null, 1)));
    const bytes = await archive.finish((written) => readBackup(written, seal?.passphrase ?? null));
    return { ...manifest, bytes, missing };
  } finally {
    await archive.abandon();
    await client.end().catch(() => {});
  }
}

/** One connection without the time limits of the product's. */
export async function connectForBackup(address: DbAddress): Promise<pg.Client> {
  const client = newClient(address, {
    application_name: 'sumi-backup',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
  });
  try {
    await client.connect();
  } catch (error) {
    throw new OperatorError(`The database does not answer: ${(error as Error).message || 'no connection'}`);
  }
  return client;
}

async function readMigrationsOf(client: pg.Client): Promise<Manifest['migrations']> {
  const { rows: there } = await client.query(`select to_regclass('migrations') is not null as yes`);
  if (!there[0]?.yes)
    throw new OperatorError('There is no community in this database yet: nothing to back up.');
  const { rows } = await client.query('select name, hash from migrations order by name');
  return rows;
}

/** The files that rows refer to. */
export async function readFileNames(client: pg.Client, queries: readonly string[]): Promise<string[]> {
  const { rows: there } = await client.query(`select to_regclass('migrations') is not null as yes`);
  const names = new Set<string>();
  for (const query of there[0]?.yes ? queries : []) {
    const { rows } = await client.query<{ name: string }>(query);
    for (const { name } of rows) names.add(name);
  }
  return [...names];
}

/** Adds the rows of a table in COPY's text format, whole rows an entry. */
async function copyTable(
  client: pg.Client,
  { name, columns }: Table,
  add: (name: string, bytes: Uint8Array) => Promise<void>,
  onRows: (rows: number) => void,
): Promise<void> {
  const list = columns.map((column) => quoted(column)).join(', ');
  const stream = client.query(copyTo(`copy ${quoted(name)} (${list}) to stdout`));
  let parts: Buffer[] = [];
  let size = 0;
  let written = 0;
  let rows = 0;
  const write = async (upTo: Buffer) => {
    rows += countLines(upTo);
    await add(`tables/${name}/${String(++written).padStart(6, '0')}.copy`, upTo);
    onRows(rows);
  };
  for await (const chunk of stream) {
    parts.push(chunk as Buffer);
    size += (chunk as Buffer).length;
    if (size < partSize) continue;
    const all = Buffer.concat(parts);
    // A new line inside a value is escaped, so that this one ends a row.
    const end = all.lastIndexOf(10) + 1;
    if (end > 0) await write(all.subarray(0, end));
    parts = [all.subarray(end)];
    size = all.length - end;
  }
  if (size > 0) await write(Buffer.concat(parts));
}

function countLines(text: Buffer): number {
  let lines = 0;
  for (let at = text.indexOf(10); at >= 0; at = text.indexOf(10, at + 1)) lines++;
  return lines;
}

async function readIfThere(file: string): Promise<Buffer | null> {
  return readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
