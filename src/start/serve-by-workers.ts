import { type DbAddress, newClient } from '#server/db/connect.ts';
import { onlyRow } from '#server/db/only-row.ts';
import type { Log } from '#server/log.ts';
import { collectFigures } from '#server/metrics/figures-of-workers.ts';
import { shareConnections } from '#server/processes/share-connections.ts';
import { superviseWorkers } from '#server/processes/supervise-workers.ts';
import { writeWorkerPart } from '#server/processes/worker-part.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Database } from './find-database.ts';
import { stopInOrder } from './stop-in-order.ts';

/** Longer than a worker takes to stop in order, and shorter than this process may take. */
const workersStopMs = 8000;

/**
 * Serves by `PROCESSES` workers on one port. This process holds the database, replaces a worker that ends, and on
 * SIGHUP all of them one after another.
 */
export async function serveByWorkers(
  { processes, databasePool }: Pick<Config, 'processes' | 'databasePool'>,
  { database, log, say }: { database: Database; log: Log; say: (line: string) => void },
): Promise<void> {
  const limit = await readConnectionLimit(database.address);
  const poolSize = shareConnections({ processes, pool: databasePool, limit });
  if (poolSize === null) {
    throw new ConfigError(
      `PROCESSES: ${processes} with DATABASE_POOL=${databasePool ?? 'not set'} do not fit the ${limit} connections of the database: each process needs two and one more to listen.`,
    );
  }
  collectFigures();
  const workers = await superviseWorkers({
    count: processes,
    log,
    environmentOf: (worker, isFirst) =>
      writeWorkerPart({ worker, of: processes, prepares: isFirst, address: database.address, poolSize }),
    giveUp() {
      log.fatal('no worker stays alive: the server ends');
      process.exit(1);
    },
  });
  say(
    `It serves by ${processes} processes of ${poolSize} connections each. Process ${process.pid} keeps them.`,
  );
  stopInOrder(
    log,
    [{ run: () => workers.stop(), withinMs: workersStopMs }, () => database.stop()],
    () => void workers.replaceAll(),
  );
}

/** How many connections the database takes from this role, over all servers. */
async function readConnectionLimit(address: DbAddress): Promise<number> {
  const client = newClient(address, { connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    const { rows } = await client.query<{ limit: number }>(
      `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - current_setting('reserved_connections')::int as limit`,
    );
    return onlyRow(rows).limit;
  } finally {
    await client.end();
  }
}
