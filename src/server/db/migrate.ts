import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { MigrationError } from './migration-error.ts';

const folder = path.join(import.meta.dirname, '../../../migrations');

/** The longest that `pg` can wait: a migration, or that of another process, takes as long as it takes. */
const longestWaitMs = 2_147_483_647;

/** The key of the advisory lock that lets one process migrate at a time. Any constant would do. */
const migrationLock = 7_315_001;

/**
 * Brings the database to the newest schema. It runs each file of `migrations/` once, in order, all in one
 * transaction, so that a failure leaves the database as it was. It refuses a database that has other migrations
 * than these files, because a schema only goes forward. It returns the names of the files that ran now.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ran = await migrateInTransaction(client);
    await client.query('commit');
    return ran;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/**
 * The same in the transaction that `client` has begun, which is the only one that migrates until it ends. With `only`,
 * it stops at the schema of these migrations, and refuses a database that has others.
 */
export async function migrateInTransaction(
  client: pg.ClientBase,
  only?: readonly RanMigration[],
): Promise<string[]> {
  await client.query('set local statement_timeout = 0');
  await client.query(patiently(`select pg_advisory_xact_lock(${migrationLock})`));
  await client.query(`create table if not exists migrations (
    name text primary key, hash text not null, ran_at timestamptz not null default now())`);
  const { rows } = await client.query<RanMigration>('select name, hash from migrations');
  const ran = new Map(rows.map((row) => [row.name, row.hash]));
  const all = await readMigrations();
  const names = only && new Set(only.map(({ name }) => name));
  const wanted = names ? all.filter(({ name }) => names.has(name)) : all;
  refuseOtherMigrations(ran, wanted);
  const fresh = wanted.filter(({ name }) => !ran.has(name));
  for (const { name, text, hash } of fresh) {
    await client.query(patiently(text));
    await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
  }
  return fresh.map(({ name }) => name);
}

/** A migration that a database has, with the hash of its file. */
export type RanMigration = { name: string; hash: string };

/** How migrations differ from the files of this version: those it does not know, and those that it knows otherwise. */
export async function compareMigrations(ran: readonly RanMigration[]): Promise<{
  unknown: string[];
  changed: string[];
}> {
  const hashes = new Map((await readMigrations()).map(({ name, hash }) => [name, hash]));
  return {
    unknown: ran.filter(({ name }) => !hashes.has(name)).map(({ name }) => name),
    changed: ran
      .filter(({ name, hash }) => hashes.has(name) && hashes.get(name) !== hash)
      .map(({ name }) => name),
  };
}

/** A statement without the time limit of the pool, which `pg` can set for each though its types do not say so. */
function patiently(text: string): pg.QueryConfig {
  return { text, query_timeout: longestWaitMs } as pg.QueryConfig;
}

type Migration = RanMigration & { text: string };

function refuseOtherMigrations(ran: Map<string, string>, migrations: Migration[]): void {
  const hashes = new Map(migrations.map(({ name, hash }) => [name, hash]));
  const unknown = [...ran.keys()].filter((name) => !hashes.has(name)).sort();
  if (unknown.length > 0) {
    throw new MigrationError(
      `The database was made by an unreleased or a newer version of Sumi: it has the migration ${unknown[0]}, which this version does not know. Start that version again, or start this one with an empty database (another DATA_DIR or DATABASE_URL).`,
    );
  }
  const changed = [...ran].find(([name, hash]) => hashes.get(name) !== hash);
  if (changed) {
    throw new MigrationError(
      `The database was made by an unreleased version of Sumi: ${changed[0]} changed after it ran. Start this version with an empty database (another DATA_DIR or DATABASE_URL). If you edited that file, undo the edit and write a new migration instead.`,
    );
  }
}

/** The migrations of this version, in order. */
export async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
