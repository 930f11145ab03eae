import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import type { DbAddress } from '../db/connect.ts';
import { compareMigrations, migrateInTransaction } from '../db/migrations/migrate.ts';
import type { Files } from '../files/files.ts';
import { filesInFolder } from '../files/files-in-folder.ts';
import { writeSafely } from '../files/write-safely.ts';
import { mailWork } from '../mail/want-mail.ts';
import { OperatorError } from '../operator-error.ts';
import { countServers, listTables, quoted, setFixedFormats } from './describe-tables.ts';
import { compareTables, loadTable, openTables } from './load-tables.ts';
import { type Manifest, readBackup } from './manifest.ts';
import { connectForBackup } from './write-backup.ts';

/** Where a feature keeps messages that wait to leave the product. */
export type Outbox = {
  /** The kinds of due work that send them. */
  kinds: readonly string[];
  /** SQL that settles the messages of due work that was dropped, which is $1: `[{"kind": …, "subject": …}]`. */
  settle: string;
};

export type RestoreParts = {
  dataDir: string;
  /** Where people's files go: a bucket, or null for the folder in DATA_DIR. */
  bucket: Files | null;
  /** The backup was a copy in that bucket: then its files may be there still, and are as they were. */
  fromBucket?: boolean;
  passphrase: string | null;
  /** The secret that the settings name, null when DATA_DIR is to keep it. */
  secretSetting: string | null;
  /** Tables that have rows only once a person has an account. */
  peopleTables: readonly string[];
  /** What is not sent a second time. */
  outboxes: readonly Outbox[];
  /** Called once the file is known to be whole and the place to be empty; answers the database. */
  openDatabase: () => Promise<DbAddress>;
  onProgress?: (rows: number, table: string) => void;
};

export type Restored = Manifest & { lettersDropped: number; migrated: string[] };

const unfinishedFiles = 'files-unfinished-';

/**
 * Restores a backup into an empty place. Reads the whole file once before it changes anything. All of the database
 * happens in one transaction; files get their place just before its commit, so that a restore that fails or is killed
 * leaves no community that looks whole.
 */
export async function restoreBackup(file: string, parts: RestoreParts): Promise<Restored> {
  const { dataDir, bucket, passphrase, secretSetting, peopleTables, openDatabase, onProgress } = parts;
  const { fromBucket = false } = parts;
  const folder = path.join(dataDir, 'files');
  if (!(await isEmpty(folder))) {
    throw new OperatorError(
      `${folder} has files of a community: restore into a new DATA_DIR, or move that folder away if it is of no use.`,
    );
  }
  if (bucket && !fromBucket && !(await isEmptyBucket(bucket))) {
    throw new OperatorError(
      'The bucket has files of a community: restore into an empty one, or empty it if they are of no use.',
    );
  }
  const manifest = await readBackup(file, passphrase, async ({ name, bytes }) => {
    if (name === 'secret' && secretSetting !== null && secretSetting !== bytes.toString()) {
      throw new OperatorError(
        `SECRET is not the secret of the backup, without which second factors stop working: take SECRET out to restore, and find the backup's in ${path.join(dataDir, 'secret')} afterwards.`,
      );
    }
  });
  await refuseOtherVersion(file, manifest);

  const client = await connectForBackup(await openDatabase());
  const unfinished = path.join(dataDir, `${unfinishedFiles}${randomUUID()}`);
  const undo: (() => Promise<unknown>)[] = [() => rm(unfinished, { recursive: true, force: true })];
  try {
    await client.query('begin');
    await setFixedFormats(client);
    await refuseUsedPlace(client, manifest, peopleTables);
    await migrateInTransaction(client, { only: manifest.migrations });
    // Checked again, now that the lock of the migration keeps other processes from starting on this database.
    await refusePeople(client, peopleTables);
    await refuseOtherTables(client, manifest);
    await clearDataDir(dataDir);

    const close = await openTables(client);
    const columns = new Map(manifest.tables.map(({ name, columns: list }) => [name, list]));
    const files = bucket ? undoably(bucket, undo) : filesInFolder(unfinished);
    const kept = new Map<string, Buffer>();
    let rows = 0;
    await readBackup(file, passphrase, async ({ name, bytes }) => {
      const [kind, ...rest] = name.split('/');
      if (kind === 'tables') {
        const table = rest[0] ?? '';
        rows += await loadTable(client, { name: table, columns: columns.get(table) ?? [] }, bytes);
        onProgress?.(rows, table);
      } else if (kind === 'files') {
        await files.write(rest.join('/'), bytes);
      } else if (kind === 'extras' || kind === 'secret') {
        kept.set(path.basename(name), bytes);
      }
    });
    for (const { name, last } of manifest.sequences) {
      if (last !== null) await client.query('select setval($1::regclass, $2)', [quoted(name), last]);
    }
    await close();
    onProgress?.(rows, 'comparing');
    await compareTables(client, file, manifest.tables);
    const lettersDropped = manifest.serverRan ? await dropLetters(client, parts.outboxes) : 0;
    const migrated = await migrateInTransaction(client);

    if (!bucket) await putFilesInPlace(unfinished, folder, undo);
    for (const [name, bytes] of kept) await putInPlace(path.join(dataDir, name), bytes, undo);
    await client.query('commit');
    undo.length = 0;
    // The database does so by itself in time: the community is restored, also where this fails.
    await client.query('analyze').catch(() => {});
    return { ...manifest, lettersDropped, migrated };
  } catch (error) {
    await client.query('rollback').catch(() => {});
    for (const step of undo.reverse()) await step();
    throw error;
  } finally {
    await client.end().catch(() => {});
  }
}

async function refuseOtherVersion(file: string, { migrations }: Manifest): Promise<void> {
  const { unknown, changed } = await compareMigrations(migrations);
  if (unknown.length > 0) {
    throw new OperatorError(
      `${file} was made by a newer version of Sumi: it has the migration ${unknown[0]}, which this version does not know. Update Sumi, then restore.`,
    );
  }
  if (changed.length > 0) {
    throw new OperatorError(
      `${file} was made by an unreleased version of Sumi: ${changed[0]} has changed since. Restore it with that version.`,
    );
  }
}

async function refuseUsedPlace(
  client: pg.Client,
  { migrations }: Manifest,
  peopleTables: readonly string[],
): Promise<void> {
  if ((await countServers(client)) > 0) {
    throw new OperatorError('A Sumi server is running on this database: stop it, then restore.');
  }
  const tables = (await listTables(client)).map(({ name }) => name);
  if (tables.length === 0) return;
  if (!tables.includes('migrations')) {
    throw new OperatorError(
      `The database has tables of another program (${tables[0]}): restore into an empty database of its own.`,
    );
  }
  await refusePeople(client, peopleTables);
  const { rows } = await client.query<{ name: string }>('select name from migrations order by name');
  const ours = new Set(migrations.map(({ name }) => name));
  const newer = rows.find(({ name }) => !ours.has(name));
  if (newer) {
    throw new OperatorError(
      `A newer version of Sumi has prepared this database (${newer.name}) than the backup is of: restore into an empty database or DATA_DIR; it is brought to this version then.`,
    );
  }
}

/** A place where people are is never restored into. */
async function refusePeople(client: pg.Client, peopleTables: readonly string[]): Promise<void> {
  for (const table of peopleTables) {
    const { rows: there } = await client.query('select to_regclass($1) is not null as yes', [quoted(table)]);
    if (!there[0]?.yes) continue;
    const { rows } = await client.query(`select from ${quoted(table)} limit 1`);
    if (rows.length === 0) continue;
    throw new OperatorError(
      `There is a community in this database already (${table} has rows): restore into an empty one, with another DATA_DIR or DATABASE_URL. Nothing was changed.`,
    );
  }
}

async function refuseOtherTables(client: pg.Client, manifest: Manifest): Promise<void> {
  const shapeOf = (tables: readonly { name: string; columns: string[] }[]) =>
    tables.map(({ name, columns }) => `${name} (${columns.join(', ')})`).sort();
  const here = new Set(shapeOf(await listTables(client)));
  const other = shapeOf(manifest.tables).find((table) => !here.has(table));
  if (other) throw new OperatorError(`The schema has no such table as the backup: ${other}.`);
}

/**
 * Drops the letters and push messages that waited, and answers how many. The server that ran when the backup was made
 * has sent since what was due, so that a second one would reach people; what is due later still waits. Without a server
 * all of them still wait, and go from here.
 */
export async function dropLetters(client: pg.Client, outboxes: readonly Outbox[]): Promise<number> {
  await client.query('delete from due_work where kind = $1', [mailWork.kind]);
  const { rowCount } = await client.query('delete from mail_outbox');
  let dropped = rowCount ?? 0;
  for (const { kinds, settle } of outboxes) {
    const { rows } = await client.query<{ kind: string; subject: string }>(
      'delete from due_work where kind = any($1) and due_at <= now() returning kind, subject',
      [kinds],
    );
    const settled = await client.query(settle, [JSON.stringify(rows)]);
    dropped += settled.rowCount ?? 0;
  }
  return dropped;
}

/**
 * Makes DATA_DIR, which may be missing beside an outside database, and removes the files of a restore that was killed.
 */
async function clearDataDir(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  for (const name of await readdir(dataDir)) {
    if (name.startsWith(unfinishedFiles))
      await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
}

async function putFilesInPlace(from: string, to: string, undo: (() => Promise<unknown>)[]): Promise<void> {
  await mkdir(from, { recursive: true });
  await rmdir(to).catch(() => {});
  await rename(from, to);
  undo.push(() => rm(to, { recursive: true, force: true }));
}

/** Writes a file of DATA_DIR, and notes how to bring back the one that was there. */
async function putInPlace(target: string, bytes: Buffer, undo: (() => Promise<unknown>)[]): Promise<void> {
  const before = await readFile(target).catch(() => null);
  undo.push(() => (before ? writeSafely(target, before) : rm(target, { force: true })));
  await writeSafely(target, bytes);
}

/**
 * Notes of each file how to take it away again. A killed restore leaves its files, and the next one says so. A file
 * never changes under its name, so that one that is there already stays, also when the restore fails.
 */
function undoably(bucket: Files, undo: (() => Promise<unknown>)[]): Pick<Files, 'write'> {
  return {
    async write(name, bytes) {
      if ((await bucket.read(name)) !== null) return;
      undo.push(() => bucket.remove(name));
      await bucket.write(name, bytes);
    },
  };
}

async function isEmptyBucket(bucket: Files): Promise<boolean> {
  for await (const _ of bucket.list()) return false;
  return true;
}

async function isEmpty(folder: string): Promise<boolean> {
  try {
    return (await readdir(folder)).length === 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
