import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isPostmasterOf } from './find-postmaster.ts';

/**
 * Stops the server within 6.5 s: first a fast shutdown, which aborts transactions and writes a checkpoint, then an
 * immediate one, then a kill. No commit is lost: the next start replays the write-ahead log.
 */
export async function stopPostmaster(pid: number, data: string, binaries: string): Promise<void> {
  if (process.platform === 'win32') return stopOnWindows(data, binaries);
  for (const [signal, timeoutMs] of [
    ['SIGINT', 4000],
    ['SIGQUIT', 1500],
    ['SIGKILL', 1000],
  ] as const) {
    const deadline = performance.now() + timeoutMs;
    if (isPostmasterOf(pid, data)) process.kill(pid, signal);
    while (isPostmasterOf(pid, data) && performance.now() < deadline) await sleep(10);
    if (!isPostmasterOf(pid, data)) return;
  }
}

/** Windows has no signals, so pg_ctl stops the server. */
async function stopOnWindows(data: string, binaries: string): Promise<void> {
  const ctl = join(binaries, 'bin', 'pg_ctl');
  const stop = (mode: string) =>
    promisify(execFile)(ctl, ['stop', '-D', data, '-m', mode, '-t', '4'], { windowsHide: true });
  await stop('fast').catch(() => stop('immediate').catch(() => undefined));
}
