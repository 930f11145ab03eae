import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { findPostmaster, type Postmaster } from './find-postmaster.ts';
import { type Hold, holdDataDir } from './hold-data-dir.ts';
import { type Launch, launchPostmaster } from './launch-postmaster.ts';
import { placeSocket } from './place-socket.ts';
import { stopPostmaster } from './stop-postmaster.ts';
import { waitBeforeRestart } from './wait-before-restart.ts';

/** What happened to a running database, with a line for the log. */
export type DatabaseEvent = {
  /**
   * `down`: it died or a restart failed, and a retry follows; `back`: it answers again; `taken`: another app owns it.
   */
  state: 'down' | 'back' | 'taken';
  message: string;
};

type Acquired = { server: Postmaster; hold: Hold; adopted: boolean };

export type Kept = Acquired & { stop(): Promise<void> };

/** A custom setting that holds a hash of all other settings. */
export const fingerprintSetting = 'sumi.settings';

type Site = Omit<Launch, 'signal' | 'deadline'>;

/** Recovery after a crash may take a minute; a normal start takes a tenth of a second. */
const startLimitMs = 60_000;

/**
 * Finds or launches the server of a data folder, owns it, and restarts it whenever it dies while the app runs (a disk
 * may be full for hours). It notices by the connection that holds the lock, which ends with the server, whether this
 * app launched the server or adopted it.
 */
export async function superviseServer(site: Site, onExit: (event: DatabaseEvent) => void): Promise<Kept> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const restarts: number[] = [];
  let owned = true;

  const first = await acquireAsWanted(site, signal);
  let { hold } = first;
  // A restarted server must listen where the app's connections expect it.
  const here = first.server.host.startsWith('/') ? { ...site, socketFolder: first.server.host } : site;
  const stopRequested = once(signal, 'abort');
  async function watch(): Promise<void> {
    while (owned && !signal.aborted) {
      await Promise.race([hold.lost, stopRequested]);
      if (!signal.aborted) await heal();
    }
  }

  async function heal(): Promise<void> {
    let down = false;
    let failed = false;
    while (!signal.aborted) {
      // The server still runs when only the connection was cut or when it restarts itself: nothing to launch.
      if (!findPostmaster(site.data)) {
        if (!down) onExit({ state: 'down', message: 'The database ended by itself: restarting it.' });
        down = true;
        const wait = waitBeforeRestart(restarts, failed, performance.now());
        await sleep(wait, undefined, { signal }).catch(() => undefined);
        restarts.push(performance.now());
      }
      try {
        const next = await acquire(here, signal);
        hold = next.hold;
        if (down) onExit({ state: 'back', message: 'The database is back.' });
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof EmbeddedPostgresError && error.inUse) {
          owned = false;
          return onExit({ state: 'taken', message: error.message });
        }
        down = true;
        failed = true;
        onExit({ state: 'down', message: (error as Error).message });
      }
    }
  }

  const watching = watch();

  // process.exit() stops the database too; after kill -9 the next start adopts it.
  const onProcessExit = () => {
    const server = process.platform === 'win32' || !owned ? null : findPostmaster(site.data);
    if (server) process.kill(server.pid, 'SIGINT');
  };
  process.once('exit', onProcessExit);

  async function stop(): Promise<void> {
    stopping.abort();
    await watching;
    process.off('exit', onProcessExit);
    if (owned) await stopServer(site);
    await hold.release();
  }

  let stopped: Promise<void> | null = null;
  const stopOnce = () => {
    stopped ??= stop();
    return stopped;
  };
  return { ...first, stop: stopOnce };
}

/**
 * A killed app may have left a server with other settings, for example without fsync. Once this app owns it, no
 * other app uses it, so it is restarted with the right settings.
 */
async function acquireAsWanted(site: Site, signal: AbortSignal): Promise<Acquired> {
  const acquired = await acquire(site, signal);
  const { rows } = await acquired.hold.client.query('select current_setting($1, true) as value', [
    fingerprintSetting,
  ]);
  if (rows[0]?.value === site.settings[fingerprintSetting]) return acquired;
  await stopServer(site);
  return acquire(site, signal);
}

async function acquire(site: Site, signal: AbortSignal): Promise<Acquired> {
  const deadline = performance.now() + startLimitMs;
  let adopted = true;
  let trouble = 'it is still starting or stopping';
  try {
    for (;;) {
      signal.throwIfAborted();
      const server = findPostmaster(site.data);
      if (server?.ready) {
        try {
          return { server, hold: await holdDataDir(server, site.place.dataDir), adopted };
        } catch (error) {
          if (error instanceof EmbeddedPostgresError) throw error;
          trouble = (error as Error).message;
        }
      } else if (!server) {
        if (site.socketFolder) placeSocket(site.place);
        const why = await launchPostmaster({ ...site, signal, deadline });
        if (why === null) {
          adopted = false;
          continue;
        }
        trouble = why;
      }
      if (performance.now() > deadline)
        throw new EmbeddedPostgresError(`The database does not answer: ${trouble}`);
      await sleep(20, undefined, { signal });
    }
  } catch (error) {
    // Stops a server that was launched here and cannot be used, unless another app owns it by now.
    const ownedElsewhere = error instanceof EmbeddedPostgresError && error.inUse;
    if (!adopted && !ownedElsewhere) await stopServer(site);
    throw error;
  }
}

async function stopServer({ data, binaries }: Site): Promise<void> {
  const server = findPostmaster(data);
  if (server) await stopPostmaster(server.pid, data, binaries);
}
