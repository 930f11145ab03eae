import { createHash } from 'node:crypto';
import { findFreePort } from '../processes/find-free-port.ts';
import { createCluster } from './create-cluster.ts';
import { createDatabase, databaseName } from './create-database.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster } from './find-postmaster.ts';
import { emptyLog, logOf } from './launch-postmaster.ts';
import { type Network, networkSettings, quoted } from './network-settings.ts';
import { type Place, placeData } from './place-data.ts';
import { placeSocket } from './place-socket.ts';
import { findPackage, prepareBinaries } from './prepare-binaries.ts';
import { type DatabaseEvent, fingerprintSetting, superviseServer } from './supervise-server.ts';

export type EmbeddedPostgres = {
  /** For `pg`: the folder of the unix socket as host (127.0.0.1 and a port on Windows). Use it with `ssl: false`. */
  connection: { host: string; port: number; user: string; database: string };
  /** The real paths (`folder` holds all but the binaries), and a note to print when they are not in DATA_DIR. */
  location: { folder: string; data: string; binaries: string; log: string; note: string | null };
  /** Whether a running server of a killed app was taken over. */
  adopted: boolean;
  /** Shuts down within 6.5 s. Idempotent. */
  stop(): Promise<void>;
};

export type EmbeddedPostgresOptions = {
  dataDir: string;
  /** Settings of postgresql.conf that override the defaults here. */
  settings?: Record<string, string>;
  /** False switches fsync off, for tests: faster, but a power failure may lose commits. */
  durable?: boolean;
  maxConnections?: number;
  /** Without it, only this machine reaches the database. */
  network?: Network | null;
  /** Called when a running server dies, is back, or was taken by another app (then this app must end). */
  onExit?: (event: DatabaseEvent) => void;
};

/**
 * The log records what happens to the server. Failed statements are reported to the app; in this log they would
 * accumulate, with e-mail addresses in their details.
 */
const quietLog = {
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};

/**
 * Starts the bundled PostgreSQL 18 on `dataDir`, or adopts the running server of a killed app, and owns it until
 * `stop()`: one app per DATA_DIR. Takes about 0.6 s the first time and 0.1 s afterwards. Every failure is an
 * EmbeddedPostgresError with a one-line message to print.
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

  // A server of another app may be writing to the log.
  if (!findPostmaster(data)) emptyLog(place);
  const kept = await superviseServer({ place, binaries, data, socketFolder, settings }, onExit);
  try {
    await createDatabase(kept.hold.client);
  } catch (error) {
    await kept.stop();
    throw error;
  }
  const { host, port } = kept.server;
  return {
    connection: { host, port, user: databaseName, database: databaseName },
    location: { folder: place.home, data, binaries, log: logOf(place), note: place.note },
    adopted: kept.adopted,
    stop: kept.stop,
  };
}

async function chooseSettings(
  place: Place,
  { settings, durable = true, maxConnections = 100, network = null }: EmbeddedPostgresOptions,
) {
  const windows = process.platform === 'win32';
  if (windows && network) throw new EmbeddedPostgresError('DATABASE_LISTEN is not for Windows.');
  const socketFolder = windows ? null : placeSocket(place);
  const address: Record<string, string> = socketFolder
    ? { listen_addresses: '', unix_socket_directories: quoted(socketFolder), unix_socket_permissions: '0700' }
    : { listen_addresses: '127.0.0.1', port: String(await findFreePort()), unix_socket_directories: '' };
  const withoutSync = { fsync: 'off', full_page_writes: 'off' };
  const wanted = {
    max_connections: String(maxConnections),
    // For a small machine that runs the app too.
    shared_buffers: '128MB',
    // The log waits for an archive that stands still only so long as the disk of the database has room for both.
    max_slot_wal_keep_size: '8GB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...quietLog,
    ...(durable ? {} : withoutSync),
    ...settings,
    ...(network && networkSettings(place, network)),
  };
  return { socketFolder, settings: { ...address, ...wanted, [fingerprintSetting]: fingerprint(wanted) } };
}

function fingerprint(settings: Record<string, string>): string {
  return createHash('sha256').update(JSON.stringify(settings)).digest('hex').slice(0, 16);
}
