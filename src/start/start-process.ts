import cluster from 'node:cluster';
import { MigrationError } from '#server/db/migration-error.ts';
import { EmbeddedPostgresError } from '#server/embedded-postgres/embedded-postgres-error.ts';
import { createLog } from '#server/log.ts';
import { SettingsError } from '#server/processes/agree-on-settings.ts';
import { WorkerError } from '#server/processes/supervise-workers.ts';
import { followProcesses, readWorkerPart } from '#server/processes/worker-part.ts';
import { ConfigError, readConfig } from '../config.ts';
import { findDatabase } from './find-database.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts this process, or ends it with what the operator can put right in one line. */
export async function startProcess(): Promise<void> {
  try {
    await start();
  } catch (error) {
    // Anything else is a bug and shows where it is.
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
}

/**
 * One process is all of Sumi. With `PROCESSES`, the first one holds the database and keeps the others running, which
 * each are all of Sumi; it loads nothing of the product, so that little can happen to it.
 */
async function start(): Promise<void> {
  const config = readConfig(process.env);
  const part = cluster.isWorker ? readWorkerPart(process.env) : null;
  if (part) {
    const { serveCommunity } = await import('./serve-community.ts');
    const { worker, prepares, poolSize } = part;
    const database = { address: part.address, stop: async () => {} };
    const log = createLog(config.logLevel).child({ worker });
    return serveCommunity(config, { database, poolSize, prepares, processes: followProcesses(part), log });
  }
  // The database starts while this process loads the product.
  const product = config.processes > 1 ? null : import('./serve-community.ts');
  // A failure is thrown below; until then it is no unhandled one.
  product?.catch(() => {});
  const database = await findDatabase(config, say, () => process.exit(1));
  const log = createLog(config.logLevel);
  if (!product) {
    const { serveByWorkers } = await import('./serve-by-workers.ts');
    return serveByWorkers(config, { database, log, say });
  }
  const { serveCommunity } = await product;
  const poolSize = config.databasePool ?? 20;
  await serveCommunity(config, { database, poolSize, prepares: true, processes: null, log });
}

function isTaken(error: unknown): boolean {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  if (taken)
    error.message = `The port is taken by another program: set PORT to a free one. (${error.message})`;
  return taken;
}
