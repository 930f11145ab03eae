import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { findPostmaster } from '#server/embedded-postgres/find-postmaster.ts';
import {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from '#server/embedded-postgres/start-embedded-postgres.ts';

/**
 * Creates a folder that every user may enter, unless `mode` says otherwise. It is removed after the test, or after the
 * tests of the file if `finished` is `afterAll`.
 */
export function makeFolder({
  mode = 0o755,
  finished = onTestFinished as (tidy: () => void) => void,
} = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'sumi-pg-'));
  chmodSync(folder, mode);
  // The processes of a server that a test has killed write for a moment longer.
  finished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return folder;
}

/** Starts a database in this process and stops it after the test. */
export async function startForTest(
  dataDir: string,
  options: Partial<EmbeddedPostgresOptions> = {},
): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
  onTestFinished(() => database.stop());
  return database;
}

export async function ask(database: EmbeddedPostgres, sql: string): Promise<Record<string, unknown>> {
  const client = new Client({ ...database.connection, ssl: false });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows[0] ?? {};
  } finally {
    await client.end();
  }
}

/**
 * Starts a Node process, in its own process group, that starts a database on `dataDir`, prints `ready` and runs `next`.
 * Later it prints the state of the database (down, back, taken). It is killed after the test. `under` is a command that
 * starts it.
 */
export function startApp(
  dataDir: string,
  { durable = false, next = 'setInterval(() => {}, 1000)', under = [] as string[] } = {},
): ChildProcess & { pid: number } {
  const module = new URL('../../server/embedded-postgres/start-embedded-postgres.ts', import.meta.url).href;
  const program = `const { startEmbeddedPostgres } = await import(${JSON.stringify(module)});
    console.log('starting');
    const database = await startEmbeddedPostgres({
      dataDir: ${JSON.stringify(dataDir)}, durable: ${durable}, onExit: (event) => console.log(event.state),
    });
    console.log('ready');
    ${next};`;
  const [command = '', ...words] = [...under, process.execPath, '--input-type=module', '--eval', program];
  const app = spawn(command, words, {
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => {
    app.kill('SIGKILL');
  });
  return app as ChildProcess & { pid: number };
}

/** Resolves when the app prints the word, and rejects if it ends before. */
export function hears(app: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    app.stdout?.on('data', (output) => String(output).includes(word) && resolve());
    app.once('exit', () => reject(new Error(`The app ended without printing "${word}"`)));
  });
}

export async function killed(app: ChildProcess, signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
  const gone = once(app, 'exit');
  app.kill(signal);
  await gone;
}

/** The pid of the running server. @throws Error when there is none. */
export function serverOf(data: string): number {
  const server = findPostmaster(data);
  if (!server) throw new Error(`No server is running on ${data}`);
  return server.pid;
}

export async function until(condition: () => boolean, within = 15_000): Promise<void> {
  const deadline = Date.now() + within;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error(`Not within ${within} ms: ${condition}`);
    await sleep(20);
  }
}
