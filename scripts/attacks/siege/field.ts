import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Connection, connect, type DbAddress } from '#server/db/connect.ts';
import { migrate } from '#server/db/migrate.ts';
import { startEmbeddedPostgres } from '#server/embedded-postgres/start-embedded-postgres.ts';
import { testSecret } from '../../../src/testing/community.ts';
import { type Breakage, lazySettings, unguards } from './broken-products.ts';
import { type Machines, openMachines } from './machines.ts';
import { openWays } from './open-ways.ts';
import { type Outside, startOutside } from './outside.ts';
import { type Server, startServer, urlOf } from './start-server.ts';

/** Connections of each server process. */
export const poolSize = 8;
export const origin = 'http://sumi.siege';
/** A server of several processes has as many. */
const workersOfLast = 2;

/** A database, server processes in front of it, and the outside world. */
export type Field = {
  /** Straight to the database, past every proxy. */
  direct: Connection;
  database: FieldDatabase;
  /** The machines of the database; null where it has none but this one. */
  machines: Machines | null;
  servers: Server[];
  outside: Outside;
  /** The small file system of the database; null where none can be mounted. */
  disk: string | null;
  folder: string;
  /** How many times longer than on an idle machine anything may take before it is late. */
  patience: number;
  /** Starts the server process again that has ended. */
  restart(ended: Server): Promise<Server>;
  close(): Promise<void>;
};

export type FieldDatabase = {
  address: DbAddress;
  /** Each host that it may be at. */
  hosts: readonly DbAddress[];
  /** The folder of the one that takes writes. */
  data(): string;
};

export type FieldOptions = {
  /** How many servers; the last of several keeps workers (`PROCESSES`). */
  processes: number;
  patience: number;
  /** How many acts are to be played. */
  acts: number;
  broken: Breakage | null;
  /** Whether the database has a standby, which a machine can be lost to. */
  standby: boolean;
};

/**
 * Small, so that an act fills it within a second; what each act leaves in the database, some megabytes, has its room.
 */
const diskMegabytes = (acts: number) => 600 + 3 * acts;

export async function openField(options: FieldOptions): Promise<Field> {
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
  { processes, patience, acts, broken, standby }: FieldOptions,
  ends: (() => unknown)[],
): Promise<Omit<Field, 'close'>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sumi-siege-'));
  ends.push(() => rmSync(folder, { recursive: true, force: true }));
  // Started by root, the database runs as another user, who needs to enter the folder.
  chmodSync(folder, 0o755);
  const disk = standby ? null : mountDisk(path.join(folder, 'disk'), diskMegabytes(acts));
  if (disk) ends.push(() => spawnSync('umount', [disk]));
  const machines = standby ? await openMachines(folder, { waits: broken !== 'no-waiting' }) : null;
  if (machines) ends.push(() => machines.stop());
  const database = machines ?? (await openDatabase(path.join(disk ?? folder, 'database'), broken, ends));
  const direct = connect(database.address, { poolSize: 4 });
  ends.push(() => direct.close());
  await migrate(direct.pool);
  if (broken && unguards[broken]) await direct.pool.query(unguards[broken]);
  const outside = await startOutside();
  ends.push(() => outside.close());
  const settings = {
    APP_URL: origin,
    DATA_DIR: path.join(folder, 'app'),
    DATABASE_POOL: String(poolSize),
    // What is kept by design would hide a leak: the 64 MB of the default fill up in some two hundred acts.
    SHARED_PAGES_MB: '16',
    SECRET: testSecret,
    SEED: 'none',
    TRUST_PROXY: 'yes',
    LOG_LEVEL: 'warn',
    ...outside.settings,
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
    names.map(async (name) => servers.push(await start(name, await openWays(database.hosts)))),
  );
  servers.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    direct,
    database,
    machines,
    servers,
    outside,
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

/** The database of one machine alone. */
async function openDatabase(
  dataDir: string,
  broken: Breakage | null,
  ends: (() => unknown)[],
): Promise<FieldDatabase> {
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
function mountDisk(place: string, megabytes: number): string | null {
  if (process.getuid?.() !== 0) return null;
  mkdirSync(place);
  const size = `size=${megabytes}m,mode=755`;
  return spawnSync('mount', ['-t', 'tmpfs', '-o', size, 'tmpfs', place]).status === 0 ? place : null;
}
