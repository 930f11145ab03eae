import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { clientConfig } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { fillDatabase, type Sizes } from '../fill-database.ts';
import { startSumiProcess } from '../start-servers.ts';
import { type Figure, median, megabytes, seconds } from './print-figures.ts';
import { readResident, readTree } from './read-memory.ts';

export type StartPlan = { starts: number; restMs: number; sizes: Sizes };

const target = { startMs: 2000, bytes: 250e6 };
const everyMs = 10;

/**
 * Starts `npm start`'s process on the embedded database of a filled community, several times, until it answers; then
 * leaves it alone and reads the memory of the server and its database.
 */
export async function measureStart(dataDir: string, plan: StartPlan): Promise<Figure[]> {
  const data = await fillEmbedded(dataDir, plan.sizes);
  const port = 20_000 + Math.floor(Math.random() * 20_000);
  const took: number[] = [];
  let server = 0;
  let database = 0;
  // The first one leaves what Node compiled for the others; it does not count.
  for (let start = 0; start <= plan.starts; start++) {
    const begun = performance.now();
    const child = await startSumiProcess(port, { DATABASE_URL: '', DATA_DIR: dataDir }, { everyMs });
    try {
      if (start > 0) took.push(performance.now() - begun);
      if (start === plan.starts) {
        await sleep(plan.restMs);
        // The bench runs Node's program too: of PSS, the server's would lack the bench's part of it.
        server = readResident(child.pid ?? 0);
        database = readTree(findPostmaster(data)?.pid ?? 0);
      }
    } finally {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    }
  }
  return [
    {
      name: `cold start to the first answer of \`/healthz\` (median of ${took.length}, slowest)`,
      measured: `${seconds(median(took))}, ${seconds(Math.max(...took))}`,
      target: `below ${seconds(target.startMs)}`,
      isReached: median(took) < target.startMs,
    },
    {
      name: `memory of server and database after ${seconds(plan.restMs)} of rest (RSS and PSS)`,
      measured: `${megabytes(server + database)}: ${megabytes(server)} and ${megabytes(database)}`,
      target: `below ${megabytes(target.bytes)}`,
      isReached: server + database < target.bytes,
    },
  ];
}

/** Makes the database of an earlier start, and stops it. Answers its data folder. */
async function fillEmbedded(dataDir: string, sizes: Sizes): Promise<string> {
  const postgres = await startEmbeddedPostgres({ dataDir });
  const pool = new pg.Pool({ ...clientConfig(postgres.connection), max: 4 });
  // Stopping the database ends idle connections, which is not an error here.
  pool.on('error', () => {});
  try {
    await migrate(pool);
    await fillDatabase(pool, sizes);
  } finally {
    await pool.end();
    await postgres.stop();
  }
  return postgres.location.data;
}
