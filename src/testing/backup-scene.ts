import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inject, onTestFinished } from 'vitest';
import { hashTable, listTables, setFixedFormats } from '#server/backup/describe-tables.ts';
import type { TableContent } from '#server/backup/manifest.ts';
import { type RestoreParts, restoreBackup } from '#server/backup/restore-backup.ts';
import { type BackupParts, connectForBackup } from '#server/backup/write-backup.ts';
import type { DbAddress } from '#server/db/connect.ts';
import { filesInFolder } from '#server/files/files-in-folder.ts';
import { communityParts } from '../community-parts.ts';
import { dropDatabase } from './postgres/drop-database.ts';
import { databaseNamed, onServer } from './postgres/postgres-for-tests.ts';

export const secret = 'the secret of the community that is backed up';

/** A work factor that makes the key of a passphrase in no time. */
export const seal = { passphrase: 'correct horse battery', workFactor: 4 };

/** An empty folder, removed after the test. */
export function emptyFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A database with every migration, dropped after the test. */
export const migratedDatabase = () => emptyDatabase(`template ${inject('template')}`);

/** An empty database on the server of the run, dropped after the test. Its owner is no superuser. */
export async function emptyDatabase(like = ''): Promise<DbAddress> {
  const server = inject('postgres');
  const name = `sumi_test_${randomUUID().replaceAll('-', '')}`;
  await onServer(server, (client) => client.query(`create database ${name} ${like}`));
  onTestFinished(() => onServer(server, (client) => dropDatabase(client, name)));
  return databaseNamed(server, name);
}

/** What `writeBackup` takes for a community in `address` whose files are in `dataDir`. */
export const partsOf = (address: DbAddress, dataDir: string): BackupParts => ({
  address,
  dataDir,
  files: filesInFolder(path.join(dataDir, 'files')),
  secret,
  ...communityParts,
});

/** Restores a file, without a passphrase unless `more` brings one. */
export const restoreInto = (
  address: DbAddress,
  dataDir: string,
  file: string,
  more: Partial<RestoreParts> = {},
) =>
  restoreBackup(file, {
    dataDir,
    bucket: null,
    passphrase: null,
    secretSetting: null,
    peopleTables: communityParts.peopleTables,
    outboxes: communityParts.outboxes,
    openDatabase: async () => address,
    ...more,
  });

/** Asks a database in a transaction, the way a backup does. */
export async function askOnce<T extends object>(address: DbAddress, text: string): Promise<T[]> {
  const client = await connectForBackup(address);
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

/** Rows and hash of every table that the catalogue lists. */
export async function hashesOf(address: DbAddress): Promise<TableContent[]> {
  const client = await connectForBackup(address);
  try {
    await client.query('begin');
    await setFixedFormats(client);
    const tables = [];
    for (const table of await listTables(client)) tables.push(await hashTable(client, table));
    return tables;
  } finally {
    await client.end();
  }
}
