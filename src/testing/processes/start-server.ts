import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DbAddress } from '#server/db/connect.ts';
import { findFreePort } from '#server/processes/find-free-port.ts';
import type { Processes } from '#server/processes/worker-part.ts';
import type { Person } from '../community.ts';
import { untilHealthy } from './until-healthy.ts';

export type StartedServer = {
  url: string;
  origin: string;
  child: ChildProcess & { pid: number };
  /** What it wrote so far. */
  said(): string;
  exit: Promise<number | null>;
  end(): Promise<void>;
};

const project = path.join(import.meta.dirname, '../../..');

/** Starts the server program as an operator does, and waits until it answers; throws where it ends first or hangs. */
export async function startServer(settings: Record<string, string>): Promise<StartedServer> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sumi-processes-'));
  const port = await findFreePort();
  const origin = 'http://sumi.test';
  const child = spawn(process.execPath, ['build/process/main.js'], {
    cwd: project,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      SEED: 'none',
      DATA_DIR: dataDir,
      APP_URL: origin,
      ...settings,
      PORT: String(port),
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  void exit.then(() => rmSync(dataDir, { recursive: true, force: true }));
  const url = `http://127.0.0.1:${port}`;
  const end = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  if (!(await untilHealthy(url, child))) {
    await end();
    throw new Error(`The server did not start. It said:\n${output}`);
  }
  return { url, origin, child: child as StartedServer['child'], exit, said: () => output, end };
}

export function urlOf(address: DbAddress): string {
  if ('url' in address) return address.url;
  const { user, host, port, database } = address;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

/**
 * An answer over a connection that is kept; its status is 0 where the connection broke or could not be opened. `before`
 * is whether that connection had brought answers before.
 */
type Answer = { status: number; text: string; why?: string; before?: boolean };

/** A server that is overloaded may answer late; what never answers is given up in the end, as browsers do. */
const timeoutMs = 30_000;

/** A browser with one connection, which it keeps as long as the server does. */
export function openBrowser({ url, origin }: Pick<StartedServer, 'url' | 'origin'>, cookie = '') {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: (method: string, where: string): Promise<Answer> =>
      new Promise((resolve) => {
        const lost = (error: NodeJS.ErrnoException) =>
          resolve({ status: 0, text: '', why: error.code ?? error.message, before: request.reusedSocket });
        const request = http.request(`${url}${where}`, { method, agent, headers: { origin, cookie } });
        request.setTimeout(timeoutMs, () => request.destroy());
        request.on('error', lost);
        request.on('response', (response) => {
          let text = '';
          response.on('data', (chunk) => (text += chunk));
          response.on('error', lost);
          response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
        });
        request.end();
      }),
    close: () => agent.destroy(),
  };
}

export type Load = {
  /** Requests answered so far. */
  count(): number;
  /** Ends the load. The answers that were none, and per person whether the last acknowledged act was a like. */
  stop(): Promise<{ answered: number; failed: (Answer & { worker: number })[]; liked: Map<string, boolean> }>;
};

const pauseMs = 80;

/** Each person likes a video and takes it back, again and again, asking now and then which process answers. */
export function startLoad(server: StartedServer, people: readonly Person[], videoId: string): Load {
  const failed: (Answer & { worker: number })[] = [];
  const liked = new Map<string, boolean>();
  let answered = 0;
  let going = true;
  const runs = people.map(async (person) => {
    const browser = openBrowser(server, person.cookie);
    let worker = 0;
    for (let turn = 1; going; turn++) {
      const asksWho = turn % 4 === 1;
      const like = turn % 2 === 0;
      const answer = asksWho
        ? await browser.send('GET', '/healthz')
        : await browser.send(like ? 'PUT' : 'DELETE', `/api/videos/${videoId}/like`);
      if (answer.status === 200) {
        answered += 1;
        if (asksWho) worker = (JSON.parse(answer.text) as Processes).worker;
        else liked.set(person.id, like);
      } else {
        failed.push({ ...answer, worker });
        liked.delete(person.id);
      }
      // As people do, and so that a busy machine has time for new processes.
      await sleep(pauseMs);
    }
    browser.close();
  });
  return {
    count: () => answered,
    async stop() {
      going = false;
      await Promise.all(runs);
      return { answered, failed, liked };
    },
  };
}

/** A page's stream, which is opened again whenever it ends; counts how often it was opened and what it heard. */
export function keepStream(server: StartedServer, person: Person) {
  let opened = 0;
  let isClosed = false;
  let request: http.ClientRequest | undefined;
  const open = () => {
    if (isClosed) return;
    request = http.get(`${server.url}/api/events`, { agent: false, headers: { cookie: person.cookie } });
    request.on('response', (response) => {
      if (response.statusCode === 200) opened += 1;
      response.resume();
      response.on('error', () => {});
      response.on('close', () => setTimeout(open, 50));
    });
    request.on('error', () => setTimeout(open, 50));
  };
  open();
  return {
    opened: () => opened,
    close() {
      isClosed = true;
      request?.destroy();
    },
  };
}

/** The process of each worker that began last, by what the log says. */
export function workersIn(log: string): number[] {
  const byWorker = new Map<number, number>();
  for (const [line] of log.matchAll(/^\{.*"a worker serves".*\}$/gm)) {
    const { worker, pid } = JSON.parse(line) as { worker: number; pid: number };
    byWorker.set(worker, pid);
  }
  return [...byWorker.values()];
}
