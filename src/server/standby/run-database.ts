import { existsSync } from 'node:fs';
import path from 'node:path';
import { type DbHost, isSameHost, nameOfHost } from '../db/database-hosts.ts';
import { type HostState, readHostState } from '../db/read-host-state.ts';
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
import { readSystem } from './read-system.ts';
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
 * that another host has replaced stays stopped, and is stopped when it learns of it only now. Refused where another
 * host takes the writes of another community.
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
  const primaries = existsSync(data) ? await findPrimaries(url, others) : [];
  const stranger = primaries.find(({ state }) => state.system !== readSystem(data));
  if (stranger) {
    throw new EmbeddedPostgresError(
      `The database in ${dataDir} is another community than the one at ${nameOfHost(stranger.host)}, which takes writes. Nothing was started. Move the folder ${data} away and run npm run standby, or, where this one is the right one, stop the other one first.`,
    );
  }
  const newer = isPrimary ? newerOf(primaries, readTimeline(data)) : null;
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
  const system = readSystem(data);
  let isToldOfStranger = false;
  async function findNewer(timeline: number): Promise<DbHost | null> {
    const found = await findPrimaries(url, others);
    const foreign = found.find(({ state }) => state.system !== system);
    if (foreign && !isToldOfStranger) {
      say(
        `The database at ${nameOfHost(foreign.host)} takes writes and is another community: it is ignored. Stop it, move its folder away and run npm run standby there.`,
      );
    }
    isToldOfStranger = foreign !== undefined;
    return newerOf(
      found.filter(({ state }) => state.system === system),
      timeline,
    );
  }
  const supervision = await superviseDatabase(server.connection, shared, {
    ...{ say, everyMs, findNewer },
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

type Primary = { host: DbHost; state: HostState & { is: 'primary' } };

/** The other hosts that take writes. */
async function findPrimaries(url: string, others: readonly DbHost[]): Promise<Primary[]> {
  const answers = await Promise.all(
    others.map(async (host) => ({ host, state: await readHostState(url, host) })),
  );
  return answers.flatMap(({ host, state }) => (state.is === 'primary' ? [{ host, state }] : []));
}

/** The one on a later timeline: it was promoted in place of this one. */
function newerOf(primaries: readonly Primary[], timeline: number): DbHost | null {
  return primaries.find(({ state }) => state.timeline > timeline)?.host ?? null;
}

function replacedBy(host: DbHost): string {
  return `The database at ${nameOfHost(host)} was promoted, and that of this machine is the old one: move its folder away and run npm run standby, so that it follows.`;
}
