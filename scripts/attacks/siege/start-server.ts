import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { openDatabaseProxy } from '../../../src/testing/stand-ins/open-database-proxy.ts';
import { ask } from './ask.ts';
import type { Order } from './orders.ts';

type Proxy = Awaited<ReturnType<typeof openDatabaseProxy>>;

/** How a process ended. */
export type End = { code: number | null; signal: string | null; at: number };

/** A server process of the product, and the way from it to the database. */
export type Server = {
  name: string;
  url: string;
  pid: number;
  proxy: Proxy;
  /** When it got SIGTERM, by `performance.now()`. */
  toldToStopAt: number | null;
  /** Null while it runs. */
  ended: End | null;
  exit: Promise<End>;
  /** Tells the process of the siege's part in it. */
  order(order: Order): void;
  kill(signal: NodeJS.Signals): void;
  /** What it holds once it has nothing to do; descriptors only where the system shows them. */
  count(): Promise<Held>;
};

export type Held = { heapBytes: number; descriptors: number | null };

const project = path.join(import.meta.dirname, '../../..');
/** A busy machine takes a minute. */
const startLimitMs = 180_000;

/** Starts a server process with these settings and waits until it is ready. */
export async function startServer(
  name: string,
  proxy: Proxy,
  settings: Record<string, string>,
  logFile: string,
): Promise<Server> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--expose-gc', '--import', path.join(import.meta.dirname, 'inside-server.ts'), 'src/main.ts'],
    {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { PATH: process.env.PATH, ...settings, PORT: String(port), HOST: '127.0.0.1' },
    },
  );
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout?.pipe(log, { end: false });
  child.stderr?.pipe(log, { end: false });
  const server: Server = {
    name,
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    proxy,
    toldToStopAt: null,
    ended: null,
    exit: once(child, 'exit').then(([code, signal]) => {
      server.ended = { code, signal, at: performance.now() };
      return server.ended;
    }),
    order: (order) => void (server.ended ?? child.send(order)),
    kill: (signal) => void child.kill(signal),
    count: () => count(child),
  };
  const deadline = Date.now() + startLimitMs;
  while (!(await isReady(server))) {
    if (server.ended) throw new Error(`The server ended while it started: ${lastLines(logFile)}`);
    if (Date.now() > deadline) {
      server.kill('SIGKILL');
      throw new Error(`The server was not ready within three minutes: ${lastLines(logFile)}`);
    }
    await sleep(50);
  }
  return server;
}

/** The address of a database behind a proxy, as a setting names it. */
export function urlOf(address: Server['proxy']['address']): string {
  if ('url' in address) return address.url;
  const { user, host, port, database } = address;
  return `postgres://${user}@${host}:${port}/${database}?sslmode=disable`;
}

/** Whether the server and its database answer. */
export async function isReady({ url }: Server): Promise<boolean> {
  const sender = { origin: url, address: '10.0.0.1' };
  return (await ask(url, { method: 'GET', path: '/healthz' }, sender, 8000)).status === 200;
}

const lastLines = (file: string) => readFileSync(file, 'utf8').slice(-2000);

async function count(child: ChildProcess): Promise<Held> {
  const told = once(child, 'message') as Promise<[{ heapBytes: number }]>;
  child.send({ is: 'count' } satisfies Order);
  const [{ heapBytes }] = await told;
  const folder = `/proc/${child.pid}/fd`;
  return { heapBytes, descriptors: existsSync(folder) ? readdirSync(folder).length : null };
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const bound = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof bound === 'object' && bound ? bound.port : 0;
}
