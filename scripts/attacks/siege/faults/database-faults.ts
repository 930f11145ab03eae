import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type pg from 'pg';
import { newClient } from '#server/db/connect.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { ask } from '../load/ask.ts';
import type { SystemUnderTest } from '../servers/system-under-test.ts';
import { type Fault, notDone } from './fault.ts';

export const terminateBackends: Fault = async ({ system, chance }) => {
  for (let round = 0; round < 3; round++) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity where ${ofServers} and random() < 0.6`.execute(
      system.direct.db,
    );
    await sleep(chance.between(50, 300));
  }
};

/** PostgreSQL then ends every connection and recovers. */
export const killBackend: Fault = async ({ system }) => {
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity where ${ofServers}
    order by state = 'idle', random() limit 1`.execute(system.direct.db);
  if (rows[0]) process.kill(rows[0].pid, 'SIGKILL');
  await sleep(700);
};

const ofServers = sql`usename = current_user and application_name like 'sumi %' and application_name <> ${`sumi ${process.pid}`}`;

export const killDatabase: Fault = async ({ system, chance }) => {
  await sleep(chance.between(20, 400));
  signalDatabase(system, 'SIGKILL');
  await sleep(1200);
};

export const restartDatabase: Fault = async ({ system, chance }) => {
  await sleep(chance.between(20, 400));
  signalDatabase(system, 'SIGINT');
  await sleep(1200);
};

function signalDatabase({ database }: SystemUnderTest, signal: NodeJS.Signals): void {
  const postmaster = findPostmaster(database.data());
  if (postmaster) process.kill(postmaster.pid, signal);
}

export const lockTable: Fault = async ({ system, chance, note }) => {
  const table = chance.pick([
    'wallets',
    'classes',
    'class_enrollments',
    'video_interactions',
    'sessions',
    'events',
  ]);
  note(table);
  await system.direct.db.transaction().execute(async (db) => {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(db);
    await sleep(chance.between(500, 2500));
  });
};

/** The database has no connection left for the servers, whose own are ended. */
export const exhaustConnections: Fault = async ({ system }) => {
  const clients: pg.Client[] = [];
  const take = async () => {
    const client = newClient(system.database.address, { application_name: 'siege' });
    await client.connect();
    clients.push(client);
  };
  try {
    for (const { proxy } of system.servers) proxy.cut();
    for (;;) await take();
  } catch {
    await sleep(1500);
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})));
  }
};

export const fillDisk: Fault = async ({ system, chance }) => {
  if (!system.disk) return notDone;
  const filler = path.join(system.disk, 'filler');
  try {
    fill(filler);
    // What the database frees meanwhile is filled too.
    for (let left = chance.between(4, 10); left > 0; left--) {
      await sleep(200);
      fill(filler);
    }
  } finally {
    rmSync(filler, { force: true });
  }
};

function fill(file: string): void {
  const handle = openSync(file, 'a');
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) writeSync(handle, block);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(handle);
  }
}

/** What was written last may be on the way to the standby, which is promoted. */
export const failOver: Fault = async ({ system, chance }) => {
  await sleep(chance.between(20, 400));
  await system.databasePair?.failOver(chance.between(200, 600));
  await sleep(1200);
};

/** Writes wait, and keep their connections: reads are told to come back before long. */
export const loseStandby: Fault = async ({ system, violations, note }) => {
  await system.databasePair?.loseStandby();
  const deadline = performance.now() + withoutStandbyMs;
  const answered = await Promise.all(
    system.servers.flatMap(({ url }) =>
      readsMeanwhile.map(async (path) => {
        const statuses: unknown[] = [];
        while (performance.now() < deadline) {
          const sender = { origin: url, address: '10.0.0.2' };
          const { status } = await ask(url, { method: 'GET', path }, sender, 40_000);
          if (status !== 200 && status !== 503) violations.push(`GET ${path} was answered ${status}`);
          statuses.push(status);
          await sleep(100);
        }
        return statuses;
      }),
    ),
  );
  const statuses = answered.flat();
  note(`${statuses.filter((status) => status === 200).length} of ${statuses.length} reads answered`);
};

const withoutStandbyMs = 12_000;
const readsMeanwhile = ['/api/store/items', '/api/landing', '/api/cup', '/api/memberships/plans'];
