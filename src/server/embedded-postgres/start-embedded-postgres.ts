import { createHash } from 'node:crypto';
import { createServer } from 'node:net';
import { createCluster } from './create-cluster.ts';
import { createDatabase, DATABASE } from './create-database.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';
import { type DatabaseEvent, FINGERPRINT, keepRunning } from './keep-running.ts';
import { emptyLog, logOf } from './launch-postmaster.ts';
import { type Place, placeData } from './place-data.ts';
import { placeSocket } from './place-socket.ts';
import { findPackage, prepareBinaries } from './prepare-binaries.ts';

export type EmbeddedPostgres = {
  /** for `pg`: the folder of the unix socket as host (127.0.0.1 and a port on Windows); pass `ssl: false` along */
  connection: { host: string; port: number; user: string; database: string };
  /** where things really are (`folder` holds all but the binaries), and a sentence to print when that is not DATA_DIR */
  location: { folder: string; data: string; binaries: string; log: string; note: string | null };
  /** true when a server that an earlier app left running was taken over as it ran */
  adopted: boolean;
  /** fast shutdown within 6.5 s; safe to call twice */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** any postgresql.conf settings, on top of ours */
  settings?: Record<string, string>;
  /** false trades safety for speed, for tests: what was committed may be lost with the machine's power */
  durable?: boolean;
  maxConnections?: number;
  /** told when a running server dies, is back, or was taken by another app (then end this one) */
  onExit?: (event: DatabaseEvent) => void;
};

/**
 * The log is for what happens to the server. Failed statements go to the app, which knows what to do with
 * them; here they would pile up, with people's e-mails in their details.
 */
const QUIET_LOG = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Starts the bundled PostgreSQL 18 on `dataDir`, or takes over the one a killed app left there, and owns it
 * until `stop()`: one app per DATA_DIR. About 0.6 s the first time, 0.1 s afterwards. Everything that can go
 * wrong is an EmbeddedPostgresError whose one-line message is meant to be printed.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  try {
    return await start(options);
  } catch (error) {
    if (error instanceof EmbeddedPostgresError) throw error;
    const message = `The database could not be started: ${(error as Error).message}`;
    throw new EmbeddedPostgresError(message, { cause: error });
  }
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, durable = true, onExit = () => undefined } = options;
  const packageFolder = findPackage();
  const place = placeData(dataDir);
  const binaries = prepareBinaries(packageFolder, place);
  const data = await createCluster(place, binaries, durable);
  const { socketFolder, settings } = await chooseSettings(place, options);

  // Not while another app's server is writing to it.
  if (!findPostmaster(data)) emptyLog(place);
  const kept = await keepRunning({ place, binaries, data, socketFolder, settings }, onExit);
  try {
    await createDatabase(kept.hold.client);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  const { host, port } = kept.server;
  return {
    connection: { host, port, user: DATABASE, database: DATABASE },
    location: { folder: place.home, data, binaries, log: logOf(place), note: place.note },
    adopted: kept.adopted,
    stop: kept.stop,
  };
}

async function chooseSettings(
  place: Place,
  { settings, durable = true, maxConnections = 100 }: EmbeddedPostgresOptions,
) {
  const windows = process.platform === 'win32';
  const socketFolder = windows ? null : placeSocket(place);
  const address: Record<string, string> = socketFolder
    ? { listen_addresses: '', unix_socket_directories: quoted(socketFolder), unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1', port: String(await freePort()), unix_socket_directories: '' };
  const risky = { fsync: 'off', full_page_writes: 'off' };
  const wanted = {
    max_connections: String(maxConnections),
    // For a small server that runs the app beside it.
    shared_buffers: '128MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...QUIET_LOG,
    ...(durable ? {} : risky),
    ...settings,
  };
  return { socketFolder, settings: { ...wanted, ...address, [FINGERPRINT]: fingerprint(wanted) } };
}

function fingerprint(settings: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
}

/** The setting is a list: quotes keep commas and spaces of a path together. */
function quoted(path: string): string {
  return `"${path.replaceAll('"', '""')}"`;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
