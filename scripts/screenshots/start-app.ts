import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '#server/processes/find-free-port.ts';
import { untilHealthy } from '../../src/testing/processes/until-healthy.ts';

export type RunningApp = { url: string; dataDir: string; stop: () => Promise<void> };

const foreign = /^(APP|ADMIN|DATABASE|SMTP|S3|GOOGLE|STRIPE|YOUTUBE)_|^(SECRET|SEED|NODE_ENV|TRUST_PROXY)$/;

/**
 * Starts the built app with an empty data folder and a free port; of the environment's settings it gets `settings`
 * alone. `stop` ends it and removes its folder.
 */
export async function startApp(
  settings: Record<string, string>,
  interruption?: AbortSignal,
): Promise<RunningApp> {
  const dataDir = await mkdtemp(join(tmpdir(), 'sumi-screenshots-'));
  await chmod(dataDir, 0o755); // Started by root, the database runs as another user, who has to enter.
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const inherited = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  const place = { DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: `${port}`, APP_URL: url };
  const root = join(import.meta.dirname, '../..');
  const child = spawn(process.execPath, [join(root, 'build/process/main.js')], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...place, ...settings },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output = `${output}${chunk}`.slice(-4000);
    });
  }
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
    await ended;
    clearTimeout(late);
    await rm(dataDir, { recursive: true, force: true });
  };
  if (await untilHealthy(url, child, { signal: interruption })) return { url, dataDir, stop };
  await stop();
  interruption?.throwIfAborted();
  throw new Error(`The app did not start. Its last words:\n${output}`);
}
