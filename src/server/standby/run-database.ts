import { existsSync } from 'node:fs';
import path from 'node:path';
import { type DbHost, isSameHost, nameOfHost } from '../db/database-hosts.ts';
import { readHostState } from '../db/read-host-state.ts';
import { EmbeddedPostgresError } from '../embedded-postgres/embedded-postgres-error.ts';
import { findPostmaster } from '../embedded-postgres/find-postmaster.ts';
import { placeData } from '../embedded-postgres/place-data.ts';
import { findPackage, prepareBinaries } from '../embedded-postgres/prepare-binaries.ts';
import {
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '../embedded-postgres/start-embedded-postgres.ts';
import { stopPostmaster } from '../embedded-postgres/stop-postmaster.ts';
import { hasDatabase } from './copy-primary.ts';
import { readTimeline } from './read-timeline.ts';
import { superviseDatabase } from './supervise-database.ts';

export type SharedDatabase = {
  /** The address of the database for its servers, with every host that may have it. */
  url: string;
  hosts: readonly DbHost[];
  /** Which of the hosts is this one. */
  listen: DbHost;
  password: string;
  /** Whether each write waits until the standby has it too. */
  sync: boolean;
};

export type RunningDatabase = {
  /** Null where the database of this machine was replaced by another and stays stopped. */
  socket: { host: string; port: number } | null;
  stop(): Promise<void>;
};

type Parts = {
  say: (line: string) => void;
  giveUp: () => void;
  everyMs?: number;
  options?: Partial<EmbeddedPostgresOptions>;
};

/**
 * Runs the embedded database of DATA_DIR for several machines, as what it was last: the primary or a standby. A primary
 * that another host has replaced stays stopped, and is stopped when it learns of it only now.
 */
export async function runDatabase(
  dataDir: string,
  shared: SharedDatabase,
  { say, giveUp, everyMs, options = {} }: Parts,
): Promise<RunningDatabase> {
  const { url, hosts, listen, password } = shared;
  const others = hosts.filter((host) => !isSameHost(host, listen));
  if (others.length > 0 && !hasDatabase(dataDir)) {
    // A database created here would be a second, empty community, and servers might connect to it.
    throw new EmbeddedPostgresError(
      `There is no database in ${dataDir} yet: npm run standby copies that of ${others.map(nameOfHost).join(', ')}, and npm run restore brings back a backup. A new community begins with DATABASE_URL naming this host alone.`,
    );
  }
  const place = placeData(dataDir);
  const data = path.join(place.home, 'data');
  const isPrimary = existsSync(data) && !existsSync(path.join(data, 'standby.signal'));
  const newer = isPrimary ? await findNewer(url, others, readTimeline(data)) : null;
  if (newer) {
    // An app that was killed leaves its server running.
    const orphan = findPostmaster(data);
    if (orphan) await stopPostmaster(orphan.pid, data, prepareBinaries(findPackage(), place));
    say(`${replacedBy(newer)} It stays stopped.`);
    return { socket: null, stop: async () => {} };
  }
  const server = await startEmbeddedPostgres({
    ...options,
    dataDir,
    network: { listen, others, password },
    onExit(event) {
      say(event.message);
      if (event.state === 'taken') giveUp();
    },
  });
  if (server.location.note) say(server.location.note);
  const supervision = await superviseDatabase(server.connection, shared, {
    ...{ say, everyMs },
    findNewer: (timeline) => findNewer(url, others, timeline),
    async onReplaced(host) {
      say(`${replacedBy(host)} It is stopped.`);
      await server.stop();
    },
  }).catch(async (error: Error) => {
    await server.stop();
    throw error;
  });
  return {
    socket: server.connection,
    async stop() {
      await supervision.stop();
      await server.stop();
    },
  };
}

/** Another host that takes writes on a later timeline: it was promoted in place of this one. */
async function findNewer(url: string, others: readonly DbHost[], timeline: number): Promise<DbHost | null> {
  const answers = await Promise.all(
    others.map(async (host) => ({ host, state: await readHostState(url, host) })),
  );
  const newer = answers.find(({ state }) => state.is === 'primary' && state.timeline > timeline);
  return newer?.host ?? null;
}

function replacedBy(host: DbHost): string {
  return `The database at ${nameOfHost(host)} was promoted, and that of this machine is the old one: move its folder away and run npm run standby, so that it follows.`;
}
