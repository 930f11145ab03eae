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
import { join } from 'node:path';
import { SOCKET_PORT } from './place-socket.ts';

export type Postmaster = {
  pid: number;
  /** folder of the unix socket, or a loopback address on Windows */
  host: string;
  port: number;
  /** it says itself that it takes connections; false while it recovers or shuts down */
  ready: boolean;
};

/** The live PostgreSQL server on this data folder, whoever started it, or null. */
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
 * Whether the process is a PostgreSQL server on this data folder. A number alone proves nothing: after a
 * crash or a container's restart it belongs to anyone, as often as not to a thread of our own. Read from the
 * command line, which unlike the working folder shows without special rights; a dead process not yet
 * collected by its parent has none.
 */
export function isPostmasterOf(pid: number, data: string): boolean {
  if (!isAlive(pid)) return false;
  if (process.platform === 'win32') return true;
  return commandOf(pid).includes(data);
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

export function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Makes a pid file that a crash left behind harmless where its number lives on in somebody else: PostgreSQL
 * would take that process for a server and refuse. Only the number goes (it ignores its parent's, ours);
 * the rest of the file stays, as PostgreSQL uses it to make sure that no process of the old server is left.
 */
export function disarmPidFile(data: string, socketFolder: string | null): void {
  if (findPostmaster(data)) return;
  if (socketFolder) rmSync(join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`), { force: true });
  const text = readPidFile(data);
  if (text === null || !isAlive(Number(text.split('\n')[0]))) return;
  // Opened without following links: the folder belongs to a lesser user than we may be.
  const file = openSync(join(data, 'postmaster.pid'), constants.O_WRONLY | (constants.O_NOFOLLOW ?? 0));
  ftruncateSync(file);
  writeSync(file, text.replace(/^\d+/, String(process.pid)));
  closeSync(file);
}

function readPidFile(data: string): string | null {
  try {
    return readFileSync(join(data, 'postmaster.pid'), 'utf8');
  } catch {
    return null;
  }
}
