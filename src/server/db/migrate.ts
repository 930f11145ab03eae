import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';

const folder = path.join(import.meta.dirname, '../../../migrations');

/** Any constant shared by all processes: only one of them migrates at a time. */
const migrationLock = 7_315_001;

/**
 * Brings the database to the newest schema: each file of `migrations/` once, in order, all in one
 * transaction, so that a failure leaves the database as it was. A file that changed after it ran is an
 * error: schemas go forward only. Answers the names that ran now.
 */
export async function migrate(pool: pg.Pool): Promise<string[]> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query('set local statement_timeout = 0');
    await client.query('select pg_advisory_xact_lock($1)', [migrationLock]);
    await client.query(`create table if not exists migrations (
      name text primary key, hash text not null, ran_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from migrations');
    const ran = new Map(rows.map((row) => [row.name, row.hash]));
    const fresh: string[] = [];
    for (const { name, text, hash } of await readMigrations()) {
      const known = ran.get(name);
      if (known === hash) continue;
      if (known) throw new Error(`${name} changed after it ran; write a new migration instead`);
      await client.query(text);
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
      fresh.push(name);
    }
    await client.query('commit');
    return fresh;
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  } finally {
    client.release();
  }
}

async function readMigrations(): Promise<{ name: string; text: string; hash: string }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(path.join(folder, name), 'utf8');
      return { name, text, hash: createHash('sha256').update(text).digest('hex') };
    }),
  );
}
