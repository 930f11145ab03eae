import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#server/processes/find-free-port.ts';
import type { openDatabaseProxy } from '../../../../src/testing/stand-ins/open-database-proxy.ts';
import { ask } from '../load/ask.ts';
import type { ControlMessage, ResourceUsage, ServerReport } from './control-messages.ts';

type Proxy = Awaited<ReturnType<typeof openDatabaseProxy>>;

/** How a process ended. */
export type End = { code: number | null; signal: string | null; at: number };

/** A server of the product, one process or several, and the proxy between it and the database. */
export type Server = {
  name: string;
  url: string;
  pid: number;
  proxy: Proxy;
  /** How many workers serve in the place of the process itself; none where that serves. */
  workers: number;
  /** The processes of those that serve. */
  serving: ReadonlySet<number>;
  /** When a worker was killed, by `performance.now()`. */
  killedAt: readonly number[];
  /** When it got SIGTERM, by `performance.now()`. */
  toldToStopAt: number | null;
  /** Null while it runs. */
  ended: End | null;
  exit: Promise<End>;
  /** The next end of the process or of a worker. */
  nextEnd(): Promise<unknown>;
  /** Tells the part of the siege in the process. */
  control(message: ControlMessage): void;
  kill(signal: NodeJS.Signals): void;
  /** What each process of it uses, once it has nothing to do. */
  measure(): Promise<ResourceUsage[]>;
};

const project = path.join(import.meta.dirname, '../../../..');
/** A busy machine takes a minute. */
const startLimitMs = 180_000;

/** Starts a server process with these settings and waits until it is ready. */
export async function startServer(
  name: string,
  proxy: Proxy,
  settings: Record<string, string>,
  logFile: string,
): Promise<Server> {
  const port = await findFreePort();
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', path.join(import.meta.dirname, 'inside-server.ts'), 'build/process/main.js'],
    {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, ...settings, PORT: String(port), HOST: '127.0.0.1' },
    },
  );
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const found = new Set<string>();
  const serving = new Set<number>();
  const killedAt: number[] = [];
  const server: Server = {
    name,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    proxy,
    workers: Number(settings.PROCESSES ?? 0),
    serving,
    killedAt,
    toldToStopAt: null,
    ended: null,
    exit: once(child, 'exit').then(([code, signal]) => {
      server.ended = { code, signal, at: performance.now() };
      serving.clear();
      child.emit('end of a process');
      return server.ended;
    }),
    nextEnd: () => once(child, 'end of a process'),
    control: (message) => void (server.ended ?? child.send(message)),
    kill: (signal) => void child.kill(signal),
    measure: () => measure(child),
  };
  child.on('message', (message: ServerReport) => {
    if (message.is === 'found') found.add(message.name);
    if (message.is !== 'worker') return;
    if (message.does === 'serve') return void serving.add(message.pid);
    serving.delete(message.pid);
    if (message.signal === 'SIGKILL') killedAt.push(performance.now());
    child.emit('end of a process');
  });
  const deadline = Date.now() + startLimitMs;
  while (!(await isReady(server))) {
    if (server.ended) throw new Error(`The server ended while it started: ${lastLines(logFile)}`);
    if (Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error(`The server was not ready within three minutes: ${lastLines(logFile)}`);
    }
    await sleep(50);
  }
  // Without them the siege would not get at the product, and what it finds would mean nothing.
  if (found.size < 2) throw new Error(`The siege found only ${[...found]} in what was built.`);
  return server;
}

/** The address of a database behind a proxy, as a setting names it. */
export function urlOf(address: Server['proxy']['address']): string {
  if ('url' in address) return address.url;
  const { user, host, port, database } = address;
  return `postgres://${user}@${host}:${port}/${database}?sslmode=disable`;
}

/** Whether the server, each of its workers and its database answer. */
export async function isReady({ url, workers, serving }: Server): Promise<boolean> {
  if (serving.size < workers) return false;
  const sender = { origin: url, address: '10.0.0.1' };
  return (await ask(url, { method: 'GET', path: '/healthz' }, sender, 8000)).status === 200;
}

const lastLines = (file: string) => readFileSync(file, 'utf8').slice(-2000);

async function measure(child: ChildProcess): Promise<ResourceUsage[]> {
  child.send({ is: 'measure' } satisfies ControlMessage);
  for (;;) {
    const [message] = (await once(child, 'message')) as [ServerReport];
    if (message.is === 'usage') return message.usage;
  }
}
