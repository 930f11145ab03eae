import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Connection, connect, type DbAddress } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { testSecret } from '../../../../src/testing/community.ts';
import { personFunction } from '../../../../src/testing/rows/insert-person.ts';
import { type Breakage, lazySettings, unguards } from './broken-products.ts';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';
import { type ExternalServices, startExternalServices } from './external-services.ts';
import { openProxies } from './open-proxies.ts';
import { type Server, startServer, urlOf } from './start-server.ts';

/** Connections of each server process. */
export const poolSize = 8;
export const origin = 'http://sumi.siege';
/** A server of several processes has as many. */
const workersOfLast = 2;

/** A database, server processes in front of it, and stand-ins of external services. */
export type SystemUnderTest = {
  /** Straight to the database, past every proxy. */
  direct: Connection;
  database: SystemDatabase;
  /** The primary and the standby; null where the database has no standby. */
  databasePair: DatabasePair | null;
  servers: Server[];
  externalServices: ExternalServices;
  /** The small file system of the database; null where none can be mounted. */
  disk: string | null;
  folder: string;
  /** How many times longer than on an idle machine anything may take before it is late. */
  patience: number;
  /** Starts the server process again that has ended. */
  restart(ended: Server): Promise<Server>;
  close(): Promise<void>;
};

export type SystemDatabase = {
  address: DbAddress;
  /** Each host that it may be at. */
  hosts: readonly DbAddress[];
  /** The folder of the one that takes writes. */
  data(): string;
};

export type SystemOptions = {
  /** How many servers; the last of several keeps workers (`PROCESSES`). */
  processes: number;
  patience: number;
  /** How many rounds it has to last. */
  rounds: number;
  broken: Breakage | null;
  /** Whether the database has a standby, to which it can fail over. */
  standby: boolean;
};

/**
 * Small, so that a fault fills it within a second. What each round leaves in the database, some megabytes, has room.
 */
const diskMegabytes = (rounds: number) => 600 + 3 * rounds;

export async function startSystem(options: SystemOptions): Promise<SystemUnderTest> {
  /** What has to be ended, the last first. */
  const ends: (() => unknown)[] = [];
  const close = async () => {
    for (const end of ends.reverse()) await end();
  };
  try {
    return { ...(await open(options, ends)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function open(
  { processes, patience, rounds, broken, standby }: SystemOptions,
  ends: (() => unknown)[],
): Promise<Omit<SystemUnderTest, 'close'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-siege-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  // Started by root, the database runs as another user, who needs to enter the folder.
  chmodSync(folder, 0o755);
  const disk = standby ? null : mountDisk(path.join(folder, 'disk'), diskMegabytes(rounds));
  if (disk) ends.push(() => spawnSync('umount', [disk]));
  const databasePair = standby ? await startDatabasePair(folder, { waits: broken !== 'no-waiting' }) : null;
  if (databasePair) ends.push(() => databasePair.stop());
  const database = databasePair ?? (await openDatabase(path.join(disk ?? folder, 'database'), broken, ends));
  const direct = connect(database.address, { poolSize: 4 });
  ends.push(() => direct.close());
  await migrate(direct.pool);
  await direct.pool.query(personFunction);
  if (broken && unguards[broken]) await direct.pool.query(unguards[broken]);
  const externalServices = await startExternalServices();
  ends.push(() => externalServices.close());
  const settings = {
    APP_URL: origin,
    DATA_DIR: path.join(folder, 'app'),
    DATABASE_POOL: String(poolSize),
    // What is kept by design would hide a leak: the 64 MB of the default fill up in some two hundred rounds.
    SHARED_PAGES_MB: '16',
    SECRET: testSecret,
    SEED: 'none',
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'warn',
    ...externalServices.settings,
    ...(broken && { SIEGE_BROKEN: broken }),
  };
  mkdirSync(settings.DATA_DIR);
  const names = Array.from({ length: processes }, (_, nth) => `server-${nth + 1}`);
  const start = async (name: string, proxy: Server['proxy']) => {
    const url = urlOf(proxy.address);
    const log = path.join(folder, `${name}.log`);
    const urls = { DATABASE_URL: url, DATABASE_REPLICA_URL: standby ? url : '' };
    const workers = processes > 1 && name === names.at(-1) && { PROCESSES: String(workersOfLast) };
    return startServer(name, proxy, { ...settings, ...urls, ...workers }, log);
  };
  const servers: Server[] = [];
  ends.push(async () => {
    for (const { proxy } of servers) {
      proxy.down();
      proxy.close();
    }
    for (const server of servers) if (!server.ended) server.kill('SIGKILL');
    await Promise.all(servers.map(({ exit }) => exit));
  });
  await Promise.all(
    names.map(async (name) => servers.push(await start(name, await openProxies(database.hosts)))),
  );
  servers.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    direct,
    database,
    databasePair,
    servers,
    externalServices,
    disk,
    folder,
    patience,
    async restart(ended) {
      const again = await start(ended.name, ended.proxy);
      servers[servers.indexOf(ended)] = again;
      return again;
    },
  };
}

/** A database without a standby. */
async function openDatabase(
  dataDir: string,
  broken: Breakage | null,
  ends: (() => unknown)[],
): Promise<SystemDatabase> {
  const postgres = await startEmbeddedPostgres({
    dataDir,
    maxConnections: 60,
    settings: {
      ...{ max_wal_size: '64MB', min_wal_size: '32MB', shared_buffers: '32MB' },
      ...(broken && lazySettings[broken]),
    },
  });
  ends.push(() => postgres.stop());
  const { connection, location } = postgres;
  return { address: connection, hosts: [connection], data: () => location.data };
}

/** A small file system in memory, which root alone may mount. */
function mountDisk(folder: string, megabytes: number): string | null {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(folder);
  const size = `size=${megabytes}m,mode=755`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', folder]).status === 0 ? folder : null;
}
