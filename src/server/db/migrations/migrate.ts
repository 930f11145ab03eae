import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { OperatorError } from '../../operator-error.ts';
import { errorCode } from '../error-code.ts';
import { builtMigrations, type RanMigration } from './built-migrations.ts';

const folder = path.join(import.meta.dirname, '../../../../migrations');

/** The longest that `pg` can wait: a migration, or that of another process, takes as long as it takes. */
const longestWaitMs = 2_147_483_647;

/** The key of the advisory lock that lets one process migrate at a time. Any constant would do. */
const migrationLock = 7_315_001;

/**
 * A migration that waits for a table has every later statement on it wait behind. So it waits for `lockMs` only, gives
 * all its locks back, lets the others pass for `pauseMs` and tries again: for ten minutes, the time of a backup or a
 * long report.
 */
export const usualPatience = { lockMs: 2000, pauseMs: 3000, tries: 120 };

/**
 * Brings the database to the newest schema. It runs each file of `migrations/` once, in order, all in one
 * transaction, so that a failure leaves the database as it was. It refuses a database that has other migrations
 * than these files, because a schema only goes forward. It returns the names of the files that ran now.
 * @throws OperatorError also when another transaction holds a table all the time
 */
export async function migrate(pool: pg.Pool, { lockMs, pauseMs, tries } = usualPatience): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateOnce(pool, lockMs);
    } catch (error) {
      if (errorCode(error) !== lockNotAvailable) throw error;
      if (attempt >= tries)
        throw new OperatorError(
          'The database was not changed: another program holds a table that has to be changed. End what runs there for long (a backup, a report, another version of Sumi) and start again.',
        );
      await sleep(pauseMs);
    }
  }
}

const lockNotAvailable = '55P03';

async function migrateOnce(pool: pg.Pool, lockMs: number): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const ran = await migrateInTransaction(client, { lockMs });
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
 * it stops at the schema of these migrations, and refuses a database that has others. With `lockMs`, PostgreSQL refuses
 * a lock on a table that takes longer (55P03); 0 waits for as long as it takes.
 */
export async function migrateInTransaction(
  client: pg.ClientBase,
  { only, lockMs = 0 }: { only?: readonly RanMigration[]; lockMs?: number } = {},
): Promise<string[]> {
  await client.query('set local statement_timeout = 0');
  await client.query(patiently(`select pg_advisory_xact_lock(${migrationLock})`));
  // Only now: the migration of another process takes as long as it takes.
  await client.query(`set local lock_timeout = ${lockMs}`);
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
    throw new OperatorError(
      `The database was made by an unreleased or a newer version of Sumi: it has the migration ${unknown[0]}, which this version does not know. Start that version again, or start this one with an empty database (another DATA_DIR or DATABASE_URL).`,
    );
  }
  const changed = [...ran].find(([name, hash]) => hashes.get(name) !== hash);
  if (changed) {
    throw new OperatorError(
      `The database was made by an unreleased version of Sumi: ${changed[0]} changed after it ran. Start this version with an empty database (another DATA_DIR or DATABASE_URL). If you edited that file, undo the edit and write a new migration instead.`,
    );
  }
}

/**
 * The migrations of this version, in order.
 * @throws OperatorError where the files are not those that the running code was built with
 */
export async function readMigrations(): Promise<Migration[]> {
  const migrations = await readFiles();
  if (builtMigrations) refuseOtherFiles(migrations, builtMigrations);
  return migrations;
}

/** New files without a build of them would put a new schema under old code. */
function refuseOtherFiles(files: readonly RanMigration[], built: readonly RanMigration[]): void {
  const line = ({ name, hash }: RanMigration) => `${name} ${hash}`;
  const [known, found] = [new Set(built.map(line)), new Set(files.map(line))];
  const other = files.find((file) => !known.has(line(file))) ?? built.find((file) => !found.has(line(file)));
  if (!other) return;
  throw new OperatorError(
    `The database was not changed: ${other.name} in migrations/ is not as when this server was built. Run \`npm run build\`, then start again.`,
  );
}

async function readFiles(): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: hashOfMigration(text) };
    }),
  );
}

/** The hash by which a database knows a migration: the same where git writes CRLF into a checkout, as on Windows. */
export function hashOfMigration(text: string): string {
  return createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex');
}
