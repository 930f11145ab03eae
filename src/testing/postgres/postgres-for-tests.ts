import { chmod, mkdtemp, readdir, rm, statfs } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { clientConfig, type DbAddress } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { isAlive } from '#server/processes/is-alive.ts';
import { personFunction } from '../rows/insert-person.ts';
import { dropDatabase } from './drop-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgres: DbAddress;
    template: string;
  }
}

/**
 * One PostgreSQL for the whole run, and in it a template: a database with every migration. Each test file
 * clones the template, which takes a twentieth of the time of migrating. `TEST_DATABASE_URL` runs the same
 * on a server of your own (its user must be allowed to create databases), `TEST_POSTGRES` on what `startPostgres` has
 * started for many runs.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { address, template, stop } = process.env.TEST_POSTGRES
    ? { ...(JSON.parse(process.env.TEST_POSTGRES) as StartedPostgres), stop: async () => {} }
    : await startPostgres();
  project.provide('postgres', address);
  project.provide('template', template);
  return stop;
}

export type StartedPostgres = { address: DbAddress; template: string };

/** A server with the template in it, until it is stopped. */
export async function startPostgres(): Promise<StartedPostgres & { stop: () => Promise<void> }> {
  const { address, stop } = await start();
  const template = `sumi_template_${process.pid}`;
  await onServer(address, async (client) => {
    await client.query(`create database ${template}`);
  });
  const pool = new pg.Pool(clientConfig(databaseNamed(address, template)));
  await migrate(pool);
  await pool.query(personFunction);
  // The migrations leave the catalogue full of dead rows, which every connection to every clone would read past.
  await pool.query('vacuum full');
  await pool.query('vacuum freeze');
  // After a vacuum the planner takes an empty table to stay empty. The plans that a connection keeps, of triggers and
  // foreign keys among them, would read whole tables for as long as it lives.
  await pool.query(
    `select pg_clear_relation_stats(schemaname, tablename) from pg_tables where schemaname = 'public'`,
  );
  await pool.end();
  return {
    address,
    template,
    async stop() {
      await onServer(address, (client) => dropDatabase(client, template));
      await stop();
    },
  };
}

async function start(): Promise<{ address: DbAddress; stop: () => Promise<void> }> {
  if (process.env.TEST_DATABASE_URL) {
    return { address: { url: process.env.TEST_DATABASE_URL }, stop: async () => {} };
  }
  const place = await placeWithRoom();
  await sweep(place);
  const dataDir = await mkdtemp(path.join(place, `sumi-tests-${process.pid}-`));
  // Started by root, the server runs as another user, who needs to read the directory.
  await chmod(dataDir, 0o755);
  const server = await startEmbeddedPostgres({
    dataDir,
    durable: false,
    maxConnections: 300,
    // What it would tidy is dropped within seconds.
    settings: { autovacuum: 'off', max_wal_size: '256MB' },
  });
  return {
    address: server.connection,
    async stop() {
      await server.stop();
      await rm(server.location.folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * In memory, where the machine has a folder there with room for a run: a run makes and drops hundreds of databases of
 * 11 MB, few of them at a time. Containers often have one of 64 MB.
 */
async function placeWithRoom(): Promise<string> {
  const inMemory = '/dev/shm';
  const room = await statfs(inMemory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room > 2 * 1024 ** 3 ? inMemory : os.tmpdir();
}

/** Removes what runs that were killed left behind: each folder names the process of its run. */
async function sweep(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const [, owner] = /^sumi-tests-(\d+)-/.exec(name) ?? [];
    if (owner && !isAlive(Number(owner))) await rm(path.join(place, name), { recursive: true, force: true });
  }
}

/** The same server, another database. */
export function databaseNamed(address: DbAddress, database: string): DbAddress {
  if (!('url' in address)) return { ...address, database };
  const url = new URL(address.url);
  url.pathname = `/${database}`;
  return { url: url.href };
}

export async function onServer(
  address: DbAddress,
  act: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(clientConfig(databaseNamed(address, 'postgres')));
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
