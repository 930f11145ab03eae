import { spawnSync } from 'node:child_process';
import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { isAlive } from '../processes/is-alive.ts';
import { socketPort } from './place-socket.ts';

export type Postmaster = {
  pid: number;
  /** The folder of the unix socket, or a loopback address on Windows. */
  host: string;
  port: number;
  /** Whether it accepts connections, by its own pid file; false during recovery and shutdown. */
  ready: boolean;
};

/** The running PostgreSQL server of this data folder, whichever app started it, or null. */
export function findPostmaster(data: string): Postmaster | null {
  const lines = readPidFile(data)?.split('\n');
  const pid = Number(lines?.[0]);
  if (!lines || !isPostmasterOf(pid, data)) return null;
  return {
    pid,
    host: lines[4] || '127.0.0.1',
    port: Number(lines[3]),
    ready: lines[7]?.trim() === 'ready',
  };
}

/**
 * Whether the process is the PostgreSQL server of this data folder. The pid alone proves nothing: after a crash or a
 * container's restart another process may have it, often a thread of the app itself. The command line tells, which
 * can be read without special rights, unlike the working folder; a zombie process has none. Windows tells the name of
 * the program alone.
 */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return isPostgresOnWindows(pid);
  return commandOf(pid).includes(data);
}

/** What cannot be asked counts as PostgreSQL: to start a second one on the same folder would be worse than to wait. */
function isPostgresOnWindows(pid: number): boolean {
  const asked = ['/fi', `PID eq ${pid}`, '/fo', 'csv', '/nh'];
  const { status, stdout } = spawnSync('tasklist', asked, { encoding: 'utf8', windowsHide: true });
  return status !== 0 || /^"postgres\.exe",/im.test(stdout);
}

function commandOf(pid: number): string[] {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  }
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  // Launched as: postgres -D <data> -c …
  const data = / -D (.+?) -c /.exec(stdout ?? '')?.[1];
  return data ? [data] : [];
}

/**
 * Repairs a stale pid file after a crash when another process has its pid: PostgreSQL would take that process for a
 * running server and refuse to start. Replaces the pid by the pid of this app, which PostgreSQL ignores because it is
 * its parent. The rest of the file stays: PostgreSQL uses it to check that no process of the old server is left.
 */
export function disarmPidFile(data: string, socketFolder: string | null, port = socketPort): void {
  if (findPostmaster(data)) return;
  if (socketFolder) rmSync(join(socketFolder, `.s.PGSQL.${port}.lock`), { force: true });
  const text = readPidFile(data);
  if (text === null || !isAlive(Number(text.split('\n')[0]))) return;
  // Does not follow links: the folder belongs to a user with fewer rights than this process may have.
  const file = openSync(join(data, 'postmaster.pid'), constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  ftruncateSync(file);
  writeSync(file, text.replace(/^\d+/, String(process.pid)));
  closeSync(file);
}

/**
 * Whether a server answers on the socket of this data folder. A socket reaches across containers that share the folder;
 * pids do not, so that a server in another container looks dead by its pid file.
 */
export async function isAnswered(
  data: string,
  socketFolder: string | null,
  port = socketPort,
): Promise<boolean> {
  const [, , , namedPort, named] = readPidFile(data)?.split('\n') ?? [];
  const sockets = new Set<string>();
  if (named?.startsWith('/')) sockets.add(join(named, `.s.PGSQL.${namedPort}`));
  if (socketFolder !== null) sockets.add(join(socketFolder, `.s.PGSQL.${port}`));
  for (const socket of sockets) if (await accepts(socket)) return true;
  return false;
}

function accepts(socket: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(socket);
    connection.once('error', () => resolve(false));
    connection.once('connect', () => {
      connection.destroy();
      resolve(true);
    });
  });
}

function readPidFile(data: string): string | null {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch {
    return null;
  }
}
