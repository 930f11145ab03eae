import cluster from 'node:cluster';
import { createLog } from '#server/log.ts';
import { OperatorError } from '#server/operator-error.ts';
import { followProcesses, readWorkerPart } from '#server/processes/worker-part.ts';
import { readConfig } from '../config.ts';
import { findDatabase } from './find-database.ts';
import { keepHangup, stopWhileStarting } from './stop-in-order.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Starts this process, or ends it with what the operator can put right in one line. */
export async function startProcess(): Promise<void> {
  stopWhileStarting();
  try {
    await start();
  } catch (error) {
    // Anything else is a bug and shows where it is.
    const expected = error instanceof OperatorError || isListenError(error);
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
  if (config.processes > 1) keepHangup();
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

const notHere = 'HOST is no address of this machine: set it to one, or leave it out.';

/** What an operator can do where the port cannot be opened, by the code of Node's error. */
const listenRemedies: Readonly<Record<string, string>> = {
  EADDRINUSE: 'The port is taken by another program: set PORT to a free one.',
  EADDRNOTAVAIL: notHere,
  ENOTFOUND: notHere,
  EACCES: 'The port is not open to this user: set PORT to one above 1023.',
};

/** Whether the port could not be opened; puts before the message what to do about it. */
function isListenError(error: unknown): boolean {
  const { code = '', syscall = '', message } = error as NodeJS.ErrnoException;
  const remedy = /^(listen|bind|getaddrinfo)$/.test(syscall) ? listenRemedies[code] : undefined;
  if (remedy) (error as Error).message = `${remedy} (${message})`;
  return remedy !== undefined;
}
