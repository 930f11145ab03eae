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
    await client.query('set local statement_timeout = 0');
    await client.query(patiently(`select pg_advisory_xact_lock(${migrationLock})`));
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, ran_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const ran = new Map(rows.map((row) => [row.name, row.hash]));
    const migrations = await readMigrations();
    refuseOtherMigrations(ran, migrations);
    const fresh = migrations.filter(({ name }) => !ran.has(name));
    for (const { name, text, hash } of fresh) {
      await client.query(patiently(text));
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    }
    await client.query('commit');
    return fresh.map(({ name }) => name);
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

/** A statement without the time limit of the pool, which `pg` can set for each though its types do not say so. */
function patiently(text: string): pg.QueryConfig {
  return { text, query_timeout: longestWaitMs } as pg.QueryConfig;
}

type Migration = { name: string; text: string; hash: string };

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

async function readMigrations(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
