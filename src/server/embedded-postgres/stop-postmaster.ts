import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isPostmasterOf } from './find-postmaster.ts';

/**
 * Stops the server in 6.5 s at most. First the fast way, which breaks off what is running and writes
 * everything down; a server that cannot finish is told to quit at once, and at last killed: no commit is lost
 * either way, the next start only has its log to replay.
 */
export async function stopPostmaster(pid: number, data: string, binaries: string): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(data, binaries);
  for (const [signal, patience] of [
    ['SIGINT', 4000],
    ['SIGQUIT', 1500],
    ['SIGKILL', 1000],
  ] as const) {
    const deadline = Date.now() + patience;
    if (isPostmasterOf(pid, data)) process.kill(pid, signal);
    while (isPostmasterOf(pid, data) && Date.now() < deadline) await sleep(10);
    if (!isPostmasterOf(pid, data)) return;
  }
}

/** Windows has no signals: PostgreSQL's own tool speaks to the server instead. */
async function stopOnWindows(data: string, binaries: string): Promise<void> {
  const ctl = join(binaries, 'bin', 'pg_ctl');
  const stop = (mode: string) =>
    promisify(execFile)(ctl, ['stop', '-D', data, '-m', mode, '-t', '4'], { windowsHide: true });
  await stop('fast').catch(() => stop('immediate').catch(() => undefined));
}
