import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, constants, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { asRunUser } from './as-run-user.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { disarmPidFile, findPostmaster, isAnswered } from './find-postmaster.ts';
import type { Place } from './place-data.ts';
import { stopPostmaster } from './stop-postmaster.ts';

export type Launch = {
  place: Place;
  binaries: string;
  data: string;
  /** The folder of the unix socket; null on Windows, where the server listens on a loopback port. */
  socketFolder: string | null;
  settings: Record<string, string>;
  /** Aborts the wait and stops the server that was just launched. */
  signal: AbortSignal;
  /** By `performance.now()`: the clock of the machine may be put forward. */
  deadline: number;
};

/**
 * Starts a server, waits until it accepts connections, and returns null. When a concurrent start was faster, or
 * processes of a killed server are still ending, it returns PostgreSQL's message, and the caller retries. Any other
 * failure is an EmbeddedPostgresError with PostgreSQL's message. The server runs in a session of its own, so that
 * Ctrl-C reaches the app only, which then stops the server in order.
 */
export async function launchPostmaster(launch: Launch): Promise<string | null> {
  const { data, place, binaries, settings, signal } = launch;
  const port = settings.port ? Number(settings.port) : undefined;
  if (await isAnswered(data, launch.socketFolder, port)) {
    if (findPostmaster(data)) return 'another start was faster';
    throw new EmbeddedPostgresError(
      `${place.dataDir} is already in use by a database whose process cannot be seen from here, as in another container: stop that one first, or set another DATA_DIR.`,
      { inUse: true },
    );
  }
  disarmPidFile(data, launch.socketFolder, port);
  const log = openLog(place);
  const logged = fstatSync(log).size;
  const child = spawn(join(binaries, 'bin', 'postgres'), ['-D', data, ...asArguments(settings)], {
    ...asRunUser(place.runAs),
    detached: true,
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  child.unref();
  const exit = exitOf(child);
  let ended: string | null = null;
  void exit.then((how) => {
    ended = how;
  });

  while (ended === null) {
    const server = findPostmaster(data);
    if (server?.ready && server.pid === child.pid) return null;
    if (signal.aborted || performance.now() > launch.deadline) {
      if (child.pid) await stopPostmaster(child.pid, data, binaries);
      signal.throwIfAborted();
      throw new EmbeddedPostgresError(`The database did not get ready in time: see ${logOf(place)}`);
    }
    await Promise.race([exit, sleep(10)]);
  }
  const output = readFileSync(logOf(place), 'utf8').slice(logged);
  const why = mostTelling(output) ?? ended;
  if (findPostmaster(data) || /shared memory block .* still in use|lock file .* already exists/.test(output))
    return why;
  throw new EmbeddedPostgresError(`The database could not be started: ${why} (see ${logOf(place)})`);
}

/** Empties the log of the last run. Called once per start of the app, so that the reason of a restart stays in it. */
export function emptyLog(place: Place): void {
  const log = openLog(place);
  ftruncateSync(log);
  closeSync(log);
}

export function logOf({ home }: Place): string {
  return join(home, 'postgres.log');
}

function openLog(place: Place): number {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
  const log = openSync(logOf(place), flags, 0o600);
  if (place.runAs) fchownSync(log, place.runAs.uid, place.runAs.gid);
  return log;
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(signal ? `ended by ${signal}` : `exit code ${code}`));
  });
}

function asArguments(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

function mostTelling(log: string): string | undefined {
  const lines = log.trim().split('\n').filter(Boolean);
  const fatal = lines.findLast((line) => /(FATAL|PANIC): /.test(line));
  return fatal?.replace(/^.*?(?:FATAL|PANIC): +/, '') ?? lines.at(-1);
}
