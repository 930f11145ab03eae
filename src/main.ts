import cluster from 'node:cluster';
import { MigrationError } from '#server/db/migration-error.ts';
import { EmbeddedPostgresError } from '#server/embedded-postgres/embedded-postgres-error.ts';
import { createLog } from '#server/log.ts';
import { SettingsError } from '#server/processes/agree-on-settings.ts';
import { WorkerError } from '#server/processes/keep-workers.ts';
import { followProcesses, readWorkerPart } from '#server/processes/worker-part.ts';
import { ConfigError, readConfig } from './config.ts';
import { findDatabase } from './start/find-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await start();
} catch (error) {
  // What the organiser can put right is one line; anything else is a bug and shows where it is.
  const expected =
    error instanceof ConfigError ||
    error instanceof EmbeddedPostgresError ||
    error instanceof MigrationError ||
    error instanceof WorkerError ||
    error instanceof SettingsError ||
    isTaken(error);
  process.stderr.write(`${expected ? (error as Error).message : (error as Error).stack}\n`);
  process.exit(1);
}

/**
 * One process is all of Sumi. With `PROCESSES`, the first one holds the database and keeps the others running, which
 * each are all of Sumi; it loads nothing of the product, so that little can happen to it.
 */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const part = cluster.isWorker ? readWorkerPart(process.env) : null;
  if (part) {
    const { serveCommunity } = await import('./start/serve-community.ts');
    const { worker, prepares, poolSize } = part;
    const database = { address: part.address, stop: async () => {} };
    const log = createLog(config.logLevel).child({ worker });
    return serveCommunity(config, { database, poolSize, prepares, processes: followProcesses(part), log });
  }
  const database = await findDatabase(config, say, () => process.exit(1));
  const log = createLog(config.logLevel);
  if (config.processes > 1) {
    const { serveByWorkers } = await import('./start/serve-by-workers.ts');
    return serveByWorkers(config, { database, log, say });
  }
  const { serveCommunity } = await import('./start/serve-community.ts');
  const poolSize = config.databasePool ?? 20;
  await serveCommunity(config, { database, poolSize, prepares: true, processes: null, log });
}

function isTaken(error: unknown): boolean {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (taken)
    error.message = `The port is taken by another program: set PORT to a free one. (${error.message})`;
  return taken;
}
